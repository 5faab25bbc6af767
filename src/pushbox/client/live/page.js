/** The live page: the lobby, or the room that the address names. */

import { openLobby } from "./lobby.js";
import { RoomPage } from "./room-page.js";

/** @param {HTMLElement} root */
export function mount(root) {
  const code = new URLSearchParams(location.search).get("room");
  return code ? new RoomPage(root, code).open() : openLobby(root);
}
