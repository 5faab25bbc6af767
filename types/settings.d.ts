/** The settings of a visitor, as `core/settings.js` keeps them. */
interface Settings {
  theme: "auto" | "light" | "dark";
  /** one of `SKINS` of board/skins.js, or "image": the one of board/image-skin.js */
  skin: string;
  /** "" takes that of the browser */
  language: string;
  /** "off" never animates */
  motion: "auto" | "off";
  rulers: boolean;
  checkerboard: boolean;
  /** whether pushes of a pointer may move other boxes aside */
  through: boolean;
  /** whether swipes are steps */
  swipe: boolean;
  /** whether buttons for steps stand under the board */
  dpad: boolean;
  /** when it is said that a push has lost: "before" asks before a box comes to a dead square */
  warn: "never" | "after" | "before";
  /** sound effects; "auto" leaves phones quiet */
  sound: "auto" | "on" | "off";
  /** whether a solved level is celebrated */
  celebrate: boolean;
  /** of a replay, steps a second */
  speed: number;
  keyboard: "qwerty" | "azerty";
  /** bindings that differ from the preset, an action's chords */
  keys: Record<string, string[]>;
}
