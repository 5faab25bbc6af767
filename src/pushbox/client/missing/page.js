/** The page of an address that does not exist: all of it is in its document. */

export function mount() {}
