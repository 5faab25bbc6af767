/** The account page: entering by three ways, sessions, the password, recovery codes, the end. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { get, openPage, readTexts, serve, settle } from "./fake-dom.js";
import { useTexts } from "../../src/pushbox/client/core/i18n.js";
import { mount } from "../../src/pushbox/client/account/page.js";

const ME = { account: "Ada", solved: 2, begun: 1, recent: [] };
const SESSION = { id: "a".repeat(16), client: "Firefox, Linux", made: "2026-05-01T12:00:00Z", used: "2026-05-02T12:00:00Z", current: true };
const OTHER = { ...SESSION, id: "b".repeat(16), client: "", current: false };
const MILESTONES = { streak: 2, longest: 5, milestones: [{ kind: "games", count: 9, goal: 9 }, { kind: "days", count: 5, goal: 7 }, { kind: "pack", count: 0, goal: 0 }] };
const TOKEN = { id: "c".repeat(16), name: "my script", scopes: ["read", "write"], made: "2026-05-01T12:00:00Z", used: null, ends: null };
const INSIDE = {
  "GET /me": ME,
  "GET /me/milestones": MILESTONES,
  "GET /collections": { collections: [] },
  "GET /me/recovery-codes": { remaining: 1 },
  "GET /me/tokens": { tokens: [TOKEN] },
};
const OUTSIDE = { "GET /me": { ...ME, account: null }, "GET /me/milestones": MILESTONES };
const CODES = ["7K2QM-X04TB-9ZDPR-HC61V", "00000-11111-22222-33333"];

beforeEach(() => useTexts("en", readTexts("account")));

/** @param {string} selector */
const all = (selector) => [...get("body").querySelectorAll(selector)];

/** @param {string} mode @param {Record<string, string>} fields */
async function enter(mode, fields) {
  get(`#outside button[value=${mode}]`).click();
  for (const [name, value] of Object.entries(fields)) get(`#enter [name=${name}]`).value = value;
  get("#enter").fire("submit");
  await settle();
}

/** @param {Record<string, unknown>} answers */
async function open(answers) {
  const root = openPage("account", "/account");
  const requests = serve(answers);
  await mount(root);
  return requests;
}

test("each way in asks for what it needs", async () => {
  await open(OUTSIDE);
  const shown = (/** @type {string} */ mode) => {
    get(`#outside button[value=${mode}]`).click();
    return [get("#code").hidden, get("#rules").hidden, get("#enter button").textContent, get("#password-label").textContent];
  };
  assert.deepEqual(shown("recover"), [false, false, "Set the new password", "New password"]);
  assert.equal(get("#enter [name=code]").required, true);
  assert.deepEqual(shown("register"), [true, false, "Register", "Password"]);
  assert.equal(get("#enter [name=code]").required, false);
  assert.deepEqual(shown("login"), [true, true, "Log in", "Password"]);
});

test("a new account shows its recovery codes", async () => {
  const requests = await open({ ...OUTSIDE, "POST /accounts": { account: "Ada", recovery_codes: CODES } });
  serve({ ...INSIDE, "GET /me/sessions": { sessions: [SESSION] }, "POST /accounts": { account: "Ada", recovery_codes: CODES } });
  await enter("register", { name: " Ada ", password: "a long sentence" });
  assert.deepEqual(all("dialog code").map((code) => code.textContent), CODES);
  assert.equal(get("#inside").hidden, false);
  assert.equal(requests.some(({ request }) => request === "POST /login"), false);
});

test("a recovery code and a new password log in", async () => {
  await open(OUTSIDE);
  const requests = serve({ ...INSIDE, "GET /me/sessions": { sessions: [SESSION] }, "POST /recover": { account: "Ada" } });
  await enter("recover", { name: "ada", code: CODES[0], password: "another long sentence" });
  const sent = requests.find(({ request }) => request === "POST /recover");
  assert.deepEqual(sent?.body, { name: "ada", code: CODES[0], password: "another long sentence" });
  assert.equal(get("#status").textContent, "Welcome, Ada.");
});

test("what is refused is shown at the form", async () => {
  await open({ ...OUTSIDE, "POST /login": 422 });
  await enter("login", { name: "Ada", password: "x" });
  assert.match(get("#enter-status").textContent, /^refused/);
  get("#outside button[value=register]").click();
  assert.equal(get("#enter-status").hidden, true);
});

test("sessions are listed, this one marked, others ended", async () => {
  const requests = await open({ ...INSIDE, "GET /me/sessions": { sessions: [SESSION, OTHER] }, [`DELETE /me/sessions/${OTHER.id}`]: null, "DELETE /me/sessions": null });
  const items = all("#sessions li");
  assert.deepEqual(items.map((item) => item.querySelector("b").textContent), ["Firefox, Linux", "An unknown program"]);
  assert.equal(items[0].querySelector("button"), null);
  assert.equal(get("#codes-left").textContent, "One code is left.");
  items[1].querySelector("button").click();
  await settle();
  assert.ok(requests.some(({ request }) => request === `DELETE /me/sessions/${OTHER.id}`));
  get("#end-others").click();
  await settle();
  assert.ok(requests.some(({ request }) => request === "DELETE /me/sessions"));
  assert.equal(get("#sessions-status").textContent, "You are logged in on this browser only.");
});

test("tokens of programs are listed, and revoked", async () => {
  const requests = await open({ ...INSIDE, "GET /me/sessions": { sessions: [SESSION] }, [`DELETE /me/tokens/${TOKEN.id}`]: null });
  assert.match(get("#tokens li").textContent, /^my script\s*read, write; made .* not used yet, ends never/);
  get("#tokens li button").click();
  await settle();
  assert.ok(requests.some(({ request }) => request === `DELETE /me/tokens/${TOKEN.id}`));
  assert.equal(get("#tokens-status").textContent, "The token is revoked.");
});

test("the password is changed with the present one", async () => {
  const requests = await open({ ...INSIDE, "GET /me/sessions": { sessions: [SESSION] }, "PUT /me/password": null });
  assert.equal(get("#end-others").hidden, true);
  assert.equal(get("#change [name=username]").value, "Ada");
  get("#change [name=password]").value = "old";
  get("#change [name=new_password]").value = "a long sentence";
  get("#change").fire("submit");
  await settle();
  const sent = requests.find(({ request }) => request === "PUT /me/password");
  assert.deepEqual(sent?.body, { password: "old", new_password: "a long sentence" });
  assert.match(get("#change-status").textContent, /^Your password is changed/);
});

test("new codes and the end of the account need the password", async () => {
  const requests = await open({ ...INSIDE, "GET /me/sessions": { sessions: [SESSION] }, "POST /me/recovery-codes": { codes: CODES }, "POST /accounts/close": null });
  get("#new-codes").click();
  get("dialog input").value = "secret";
  get("dialog form").fire("submit");
  await settle();
  assert.deepEqual(all("dialog code").map((code) => code.textContent), CODES);
  get("dialog footer button.primary").click();
  get("#close").click();
  get("dialog input").value = "secret";
  get("dialog form").fire("submit");
  await settle();
  const sent = Object.fromEntries(requests.map(({ request, body }) => [request, body]));
  assert.deepEqual(sent["POST /me/recovery-codes"], { password: "secret" });
  assert.deepEqual(sent["POST /accounts/close"], { name: "Ada", password: "secret" });
  assert.equal(get("#status").textContent, "Your account is deleted.");
});
