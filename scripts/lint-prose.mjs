// Part of `npm run lint`: finds words that signal a sentence to rewrite, in comments, test titles and documents.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { testTitles } from '../tests/kit/test-titles.ts'

const WORDS =
  /\b(whoever|whomever|somebody|nobody|anybody|anew|meanwhile|oneself|whereby|thereof|of +which|so +that|is +told|is +owed|lets +go +of|goes +with)\b/gi
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
  return passagesOf(path, source).flatMap(({ offset, text }) =>
    [...withoutMarks(text).matchAll(WORDS)].map(
      (match) => `${lineAt(offset + match.index)}: ${match[0].replace(/ +/g, ' ')}`,
    ),
  )
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
  console.error('Say it in plain English: subject, verb, object.')
  process.exitCode = 1
}
