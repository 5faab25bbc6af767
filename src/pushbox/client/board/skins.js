/** The skins of the board, as skins.json defines them; their names are texts of the key "skin.NAME". */

export const SKINS = /** @type {const} */ (["plain", "wood", "paper", "pixel", "contrast"]);
