/** The page of classes: the class that the address names where one is in it, else the forms to open or join one. */

import { get } from "../core/api.js";
import { ClassPage } from "./class-page.js";
import { showStart } from "./start.js";

/** @param {HTMLElement} root */
export async function mount(root) {
  const typed = new URLSearchParams(location.search).get("code") ?? "";
  const code = typed.replace(/[\s-]/g, "").toUpperCase();
  const { classes } = await get("/classes");
  if (!classes.some((one) => one.code === code)) return showStart(root, classes, code);
  await new ClassPage(root, code).open();
}
