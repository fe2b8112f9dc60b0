/* Runs the rules engine, Python source and all, beside the page.
 *
 * It lives in a worker for two reasons: the page stays quick while Python starts, and Python's
 * translator needs eval, which a page's Content-Security-Policy forbids. A worker's policy is that
 * of its own answer's headers, so the page keeps its strict one.
 *
 * In:  { load: folder, version: what makes a new version a new address }, then { id, question }
 * Out: { loaded: bytes } … { ready: { version, fingerprint } } or { failed: "unloaded" | "blocked" };
 *      { id, answer } */
"use strict";

let ask;

onmessage = async ({ data }) => {
  if (data.load) {
    try {
      postMessage({ ready: await load(data.load, data.version) });
    } catch (error) {
      console.warn(error);
      postMessage({ failed: error instanceof Unloaded ? "unloaded" : "blocked" });
    }
  } else {
    postMessage({ id: data.id, answer: ask(data.question) });
  }
};

class Unloaded extends Error {}

async function load(folder, version) {
  let loaded = 0;
  const told = size => postMessage({ loaded: (loaded += size) });
  const python = folder + "brython.js";
  const [, sources] = await Promise.all([
    text(python, told), // so that the cache has it, and its coming can be told
    text(`${folder}engine.json?${version}`, told),
  ]);
  const { engine, modules } = JSON.parse(sources);
  importScripts(python);
  return {
    version: start([...engine.map(named), ...modules]),
    fingerprint: await fingerprint(engine),
  };
}

/* A file's text; each piece is told as it comes. */
async function text(address, told) {
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${answer.status} ${address}`);
    let whole = "";
    const decoder = new TextDecoder();
    const pieces = answer.body.getReader();
    for (let piece; !(piece = await pieces.read()).done; told(piece.value.length))
      whole += decoder.decode(piece.value, { stream: true });
    return whole + decoder.decode();
  } catch (error) {
    throw new Unloaded(error.message, { cause: error });
  }
}

/* A file of the engine as a module: its name, its source, and whether it is the package itself. */
function named([file, source]) {
  return file === "__init__.py"
    ? ["rami_engine", source, true]
    : ["rami_engine." + file.replace(/\.py$/, ""), source, false];
}

/* Start Python with the engine's modules, and nothing else to import from. */
function start(modules) {
  const files = {};
  for (const [name, source, isPackage] of modules)
    files[name] = isPackage ? [".py", source, [], true] : [".py", source, []];
  __BRYTHON__.loadBrythonPackage(files);
  __BRYTHON__.runPythonSource(
    "from browser import self as worker\n" +
      "from rami_engine import __version__\n" +
      "from ask import ask\n" +
      "worker.engine = {'version': __version__, 'ask': lambda question: ask(question.to_dict())}\n",
  );
  if (!globalThis.engine) throw new Error("the engine did not start");
  ask = engine.ask;
  return engine.version;
}

/* The short name of the loaded source: as proof/api.py works it out. Null where that cannot be. */
async function fingerprint(engine) {
  if (!globalThis.crypto?.subtle) return null;
  const whole = engine.map(([file, source]) => `${file}\0${source}\0`).join("");
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(whole));
  const hex = Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, "0"));
  return hex.join("").slice(0, 16);
}
