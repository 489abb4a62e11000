// Finds citations of the reference in text: `protocol §4`, `spec §2, §9`, `decisions, "Roles"`,
// `half-staff, "Motion"` and `decision 13`.

/** The documents cited by section number. Those in `TITLED` are cited by heading. */
const NUMBERED = {
  protocol: 'docs/reference/protocol.md',
  spec: 'docs/reference/specification.md',
};
const TITLED = {
  decisions: 'docs/reference/decisions.md',
  'half-staff': 'docs/reference/half-staff.md',
};

/** Sections of laws and standards, which are not checked: `RFC 6455 §5.2`, `4 U.S.C. §7(m)`. */
const FOREIGN = /(?:RFC \d+|U\.S\.C\.) §[\w.()]+(?:,\s+§[\w.()]+)*/g;
/** Citations of documents that are no longer in the repository. */
const GONE = /\b(?:realtime-protocol|design|spec|english|style)\.md\b|\bdecisions: [A-Z]/g;
/** A link within the same document: `[§11](#11-ondisconnect)`. */
const OWN = /\[§(\d+)\]\(#/g;

/**
 * @typedef {object} Documents
 * @property {(path: string) => string} read returns a document of the reference
 * @property {readonly number[]} records the numbers of the decision records
 */

/**
 * Finds the broken citations in a file.
 * @param {string} text
 * @param {Documents} documents
 * @param {string} [path] the path of the file, for links within it
 * @returns {string[]} the citations that do not resolve
 */
export function brokenCitations(text, documents, path = '') {
  const problems = [];
  let rest = joined(text).replace(FOREIGN, '');
  const take = (
    /** @type {RegExp} */ pattern,
    /** @type {(found: RegExpExecArray) => void} */ check,
  ) => {
    for (const found of rest.matchAll(pattern)) check(found);
    rest = rest.replace(pattern, '');
  };
  take(/\b(protocol|spec) ((?:§\d+(?:\.\d+)*(?:,? and |, )?)+)/gi, ([all, name, sections]) => {
    const { numbers } = headings(documents.read(NUMBERED[name.toLowerCase()]));
    for (const [, number] of sections.matchAll(/§([\d.]*\d)/g))
      if (!numbers.has(number)) problems.push(`${all.trim()}: there is no section ${number}`);
  });
  take(/\b(decisions|half-staff), ((?:"[^"\n]{1,60}"(?:, )?)+)/g, ([all, name, titles]) => {
    const known = headings(documents.read(TITLED[name])).titles;
    for (const [, title] of titles.matchAll(/"([^"]+)"/g))
      if (!known.has(title)) problems.push(`${all.trim()}: there is no heading "${title}"`);
  });
  take(/\bdecision (\d+)\b/gi, ([all, number]) => {
    if (!documents.records.includes(Number(number)))
      problems.push(`${all}: there is no such record`);
  });
  take(OWN, ([all, number]) => {
    if (!path || !headings(documents.read(path)).numbers.has(number)) problems.push(all);
  });
  take(GONE, ([all]) => problems.push(`${all}: not in this repository`));
  for (const { 0: all } of rest.matchAll(/.{0,30}§.{0,10}/g))
    problems.push(`${all.trim()}: names no document`);
  return problems;
}

/** Joins the lines of each comment into one line. */
const joined = (/** @type {string} */ text) =>
  text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/|#(?!#))?[ \t]*/g, ' ');

/** Returns the numbers and titles of a page's headings: `## 4. Requests` has the number 4. */
function headings(/** @type {string} */ page) {
  const lines = [...page.matchAll(/^#{2,4} (.+)$/gm)].map(([, title]) => title);
  const numbers = new Set(lines.map((title) => /^(\d+(?:\.\d+)*)\. /.exec(title)?.[1]));
  return { numbers, titles: new Set(lines) };
}

/** Matches names of files and folders in the repository, as written on pages. */
const NAMED = /`((?:apps|bench|deploy|docs|e2e|packages|scripts|\.ci|\.github)\/[\w./@-]+)`/g;
/** Files that are not in the repository, because readers of docs/install.md create them. */
const MADE_BY_READER = ['deploy/.env'];

/**
 * Lists the files that a page mentions but that do not exist.
 * @param {string} page
 * @param {(path: string) => boolean} exists
 * @returns {string[]}
 */
export const missingFiles = (page, exists) =>
  [...page.matchAll(NAMED)]
    .map(([, file]) => file)
    .filter((file) => !MADE_BY_READER.includes(file) && !exists(file));
