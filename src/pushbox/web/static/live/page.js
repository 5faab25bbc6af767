/** Live: the lobby, or the room that the address names. */

import { find } from "../core/dom.js";
import { openPage } from "../ui/shell.js";
import { showError } from "../ui/status.js";
import { openLobby } from "./lobby.js";
import { enterRoom } from "./room-page.js";

await openPage("live");
const code = new URLSearchParams(location.search).get("room");
try {
  if (code) enterRoom(code);
  else await openLobby(find("#status"));
} catch (error) {
  showError(find("#status"), error);
}
