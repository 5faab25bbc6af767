/** Long lines of moves, cut to what the server plays at once. */

const AT_ONCE = 1000; // moves

/**
 * The same moves in several texts: cut between letters or between words; a line that chooses pushers stays whole, as a
 * choice counts from the one before.
 * @param {string} text
 * @param {number} [most] moves in one
 * @returns {string[]}
 */
export function portions(text, most = AT_ONCE) {
  const letters = /^[lurd]+$/i.test(text);
  if (!letters && /[[{(]/.test(text)) return [text];
  const moves = letters ? [...text] : text.split(/\s+/);
  const count = Math.ceil(moves.length / most);
  return Array.from({ length: count }, (_, index) =>
    moves.slice(index * most, (index + 1) * most).join(letters ? "" : " "),
  );
}
