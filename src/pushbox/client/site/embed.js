// One level of a site in any page: <script src="https://.../embed.js"></script> <pushbox-level level="lessons/3"></pushbox-level>
(() => {
  const home = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  customElements.define(
    "pushbox-level",
    class extends HTMLElement {
      connectedCallback() {
        if (home.startsWith("file:")) {
          this.style.height = "auto";
          this.textContent = "Browsers play no level of a page that is opened as a file: let a server answer for its folder, such as python3 -m http.server.";
          return;
        }
        const frame = document.createElement("iframe");
        const language = this.getAttribute("lang");
        const page = new URL(`./${language ? `${language}/` : ""}?embed`, home);
        page.hash = this.getAttribute("level") ?? "";
        frame.src = page.href;
        frame.title = this.getAttribute("title") ?? "pushbox";
        frame.style.cssText = "width: 100%; height: 100%; min-height: 420px; border: 0";
        if (!this.style.display) this.style.display = "block";
        this.replaceChildren(frame);
      }
    },
  );
})();
