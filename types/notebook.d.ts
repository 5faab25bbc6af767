/* The board of a notebook: what it has of its widget. */

declare namespace Notebook {
  interface Setup {
    texts: { language: string; texts: Record<string, string> };
    styles: string;
    /** of the kinds that games bring */
    shapes: Pick<Shapes, "terrain" | "pieces">;
  }

  /** A message from Python: `to` a view, null for all. */
  type Answer = { to: string | null; n?: number | null; message?: any; setup?: Setup };

  /** The model of a widget, as of anywidget. */
  interface Model {
    get(name: string): any;
    set(name: string, value: unknown): void;
    save_changes(): void;
    send(content: unknown): void;
    on(event: string, handler: (...values: any[]) => void): void;
    off(event: string, handler: (...values: any[]) => void): void;
  }
}
