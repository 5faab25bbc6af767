/** Live: the lobby, or the room that the address names. */

import { openPage } from "../core/shell.js";
import { find } from "../core/dom.js";
import { tellError } from "../parts/notice.js";
import { openLobby } from "./lobby.js";
import { enterRoom } from "./room-page.js";

await openPage("live", ["parts", "live"]);
const code = new URLSearchParams(location.search).get("room");
try {
  if (code) enterRoom(code);
  else await openLobby(find("#status"));
} catch (error) {
  tellError(find("#status"), error);
}
