/** A moving picture as a film, encoded by the browser. */

import { webm } from "./webm.js";

const BITS = 2_500_000; // a second
const KEY_EVERY = 60; // pictures
const WAITING = 8; // pictures that the encoder may have before it
const LAST = 40; // milliseconds before the end at which the last picture is given again, so that players show it until then

/** Whether this browser can make one. */
export const canFilm = () => "ImageDecoder" in globalThis && "VideoEncoder" in globalThis;

/**
 * Return a film in WebM.
 * @param {string} address of an animated GIF
 * @param {(done: number, all: number) => void} onprogress pictures that are encoded, and all
 */
export async function film(address, onprogress) {
  const response = await fetch(address, { credentials: "same-origin" });
  if (!response.ok) throw new Error((await response.json()).error.message);
  const { ImageDecoder } = /** @type {any} */ (globalThis);
  const decoder = new ImageDecoder({ data: await response.arrayBuffer(), type: "image/gif" });
  await decoder.tracks.ready;
  const all = decoder.tracks.selectedTrack.frameCount;
  /** @type {import("./webm.js").Chunk[]} */
  const chunks = [];
  /** @type {unknown} */
  let failure = null;
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      chunks.push({ data, milliseconds: chunk.timestamp / 1000, key: chunk.type === "key" });
    },
    error: (error) => (failure = error),
  });
  const canvas = document.createElement("canvas");
  const brush = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  let time = 0; // microseconds
  const encode = (/** @type {number} */ timestamp, /** @type {boolean} */ keyFrame) => {
    const picture = new VideoFrame(canvas, { timestamp });
    encoder.encode(picture, { keyFrame });
    picture.close();
  };
  for (let index = 0; index < all; index++) {
    const { image } = await decoder.decode({ frameIndex: index });
    if (index === 0) {
      const [width, height] = [image.displayWidth, image.displayHeight].map((side) => side + (side % 2)); // as the codec wants
      Object.assign(canvas, { width, height });
      encoder.configure({ codec: "vp8", width, height, bitrate: BITS });
    }
    brush.drawImage(image, 0, 0);
    encode(time, index % KEY_EVERY === 0);
    time += image.duration ?? 0;
    image.close();
    onprogress(index + 1, all);
    while (encoder.encodeQueueSize > WAITING) await new Promise((resolve) => setTimeout(resolve));
    if (failure) throw failure;
  }
  encode(time - LAST * 1000, false);
  await encoder.flush();
  encoder.close();
  return new Blob([webm(chunks, { width: canvas.width, height: canvas.height, milliseconds: time / 1000 })], { type: "video/webm" });
}
