// Part of `npm run lint`: finds words that signal a sentence to rewrite, in comments, test titles and documents, and test
// titles that do not begin with what their subject does.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { testTitles } from '../tests/kit/test-titles.ts'

const WORDS =
  /\b(whoever|whomever|somebody|nobody|anybody|anew|meanwhile|oneself|whereby|thereof|of +which|so +that|is +told|is +owed|lets +go +of|goes +with)\b/gi
/** Forms of be and have, prepositions and conjunctions: no test title begins with them. */
const NO_OPENING =
  /^(is|are|was|were|has|have|had|of|to|for|from|by|in|on|at|as|with|without|within|into|onto|over|under|above|below|about|across|along|against|among|beside|besides|between|beyond|behind|during|inside|outside|off|up|per|since|than|through|toward|towards|until|upon|via|despite|except|after|before|while|when|whenever|where|once|if|unless|though|although|because|like|that|which|who|whom|whose|and|but|or)\b/i
/** Under a describe block, which names the subject, a title names no other one and does not begin with a value either. */
const NO_OPENING_IN_BLOCK =
  /^((a|an|the|this|these|those|its|it|their|no|every|each|all|any|both|some|one|two|also|only)\b|[%$])/i
const SOURCES = '{*,{.github,desktop,docs,prisma,schema,scripts,server,tests,web}/**/*}'
const ENDINGS = '.{ts,tsx,mjs,css,prisma,graphql,md}'
/** Records of what was decided, and the page that quotes the specification, stay as they were written. */
const IGNORED =
  /^(docs\/decisions\/|docs\/conformance\.md$|server\/platform\/postgres\/generated\/)|node_modules/

const root = process.cwd()

/** Returns the passages of prose in a file, with where they begin. */
function passagesOf(path, source) {
  if (path.endsWith('.md')) return [{ offset: 0, text: proseOf(source) }]
  if (path.endsWith('.css')) return matches(source, /\/\*[\s\S]*?\*\//g)
  if (path.endsWith('.prisma')) return matches(source, /\/\/.*/g)
  if (path.endsWith('.graphql')) return matches(source, /"""[\s\S]*?"""|#.*/g)
  const comments = joined(parseSync(path, source).comments, source)
  return /\.(test|spec)\.tsx?$/.test(path) ? [...comments, ...titlesOf(path, source)] : comments
}

const matches = (source, pattern) =>
  [...source.matchAll(pattern)].map((match) => ({ offset: match.index, text: match[0] }))

/** Comments with only space between them are one passage: a sentence may go on in the next line. */
function joined(comments, source) {
  const ranges = []
  for (const { start, end } of comments) {
    const last = ranges.at(-1)
    if (last && source.slice(last.end, start).trim() === '') last.end = end
    else ranges.push({ start, end })
  }
  return ranges.map(({ start, end }) => ({ offset: start, text: source.slice(start, end) }))
}

function titlesOf(path, source) {
  const tests = testTitles(path, source)
  const titles = new Set(tests.flatMap(({ title, path: whole }) => [title, whole.slice(0, -title.length)]))
  return [...titles].map((text) => ({ offset: Math.max(0, source.indexOf(text)), text }))
}

/** Returns the test titles that begin with a word to avoid, each with its line. */
function openings(path, source) {
  if (!/\.(test|spec)\.tsx?$/.test(path)) return []
  return testTitles(path, source).flatMap(({ title, path: whole, offset }) => {
    const inBlock = whole === title ? null : NO_OPENING_IN_BLOCK.exec(title)
    const found = NO_OPENING.exec(title) ?? inBlock
    return found ? [{ offset, word: `title begins with ${found[0]}` }] : []
  })
}

const blank = (match) => match.replace(/[^\n]/g, ' ')

/** Blanks out code and quotations of a document; offsets stay. */
const proseOf = (source) => source.replace(/^```[\s\S]*?^```|^>.*|`[^`\n]*`/gm, blank)

/** The marks of a comment's lines stand between the words of a phrase. */
const withoutMarks = (text) =>
  text.replace(/`[^`]*`/g, blank).replace(/\n\s*(\*|\/\/)?/g, (mark) => ' '.repeat(mark.length))

/** Returns the words to avoid, each with its line. */
function findings(path) {
  const source = readFileSync(join(root, path), 'utf8')
  const lineAt = (offset) => source.slice(0, offset).split('\n').length
  const words = passagesOf(path, source).flatMap(({ offset, text }) =>
    [...withoutMarks(text).matchAll(WORDS)].map((match) => ({
      offset: offset + match.index,
      word: match[0].replace(/ +/g, ' '),
    })),
  )
  return [...words, ...openings(path, source)].map(({ offset, word }) => `${lineAt(offset)}: ${word}`)
}

const files = globSync(SOURCES + ENDINGS, {
  cwd: root,
  exclude: (name) => /^(node_modules|dist)$/.test(String(name)),
})
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !IGNORED.test(path))
  .sort()
const found = files.flatMap((path) => findings(path).map((finding) => `${path}:${finding}`))
if (found.length > 0) {
  console.error(`Words to avoid:\n  ${found.join('\n  ')}`)
  console.error(
    'Say it in plain English: subject, verb, object. A test title begins with a verb of its subject.',
  )
  process.exitCode = 1
}
