/** Long lines of moves, cut into chunks that the server plays at once. */

const CHUNK = 1000; // moves

/**
 * Cut moves into chunks, between letters or between words; a line that chooses pushers stays whole, as a choice counts
 * from the one before.
 * @param {string} text
 * @param {number} [size] moves in one
 */
export function chunkMoves(text, size = CHUNK) {
  const letters = /^[lurd]+$/i.test(text);
  if (!letters && /[[{(]/.test(text)) return [text];
  const moves = letters ? [...text] : text.split(/\s+/);
  const count = Math.ceil(moves.length / size);
  return Array.from({ length: count }, (_, index) =>
    moves.slice(index * size, (index + 1) * size).join(letters ? "" : " "),
  );
}
