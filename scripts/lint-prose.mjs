// Part of `npm run lint`: counts words that signal a sentence to rewrite, in comments, test titles and documents. A file may
// not have more of them than scripts/prose-baseline.json allows; a file that is not listed may have none.
// `node scripts/lint-prose.mjs --update` lowers the baseline. A new file may take over what other files have lost, as when
// code moves; the total never grows.
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { testTitles } from '../tests/kit/test-titles.ts'

const WORDS =
  /\b(whoever|whomever|somebody|nobody|anybody|anew|meanwhile|oneself|whereby|thereof|of +which|so +that|is +told|is +owed|lets +go +of|goes +with)\b/gi
const BASELINE = 'scripts/prose-baseline.json'
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
const found = new Map(files.map((path) => [path, findings(path)]).filter(([, words]) => words.length > 0))
const baseline = existsSync(join(root, BASELINE))
  ? JSON.parse(readFileSync(join(root, BASELINE), 'utf8'))
  : {}
const allowed = (path) => baseline[path] ?? 0
const countOf = (path) => found.get(path)?.length ?? 0

const grown = [...found.keys()].filter((path) => countOf(path) > allowed(path))
const lowered = Object.keys(baseline).filter((path) => countOf(path) < allowed(path))

function update() {
  const begins = Object.keys(baseline).length === 0
  const freed = lowered.reduce((total, path) => total + allowed(path) - countOf(path), 0)
  const fresh = grown.filter((path) => !(path in baseline))
  const taken = fresh.reduce((total, path) => total + countOf(path), 0)
  const refused = grown.filter((path) => path in baseline && !begins)
  if (!begins && (refused.length > 0 || taken > freed)) return report(refused.length > 0 ? refused : fresh)
  const counts = Object.fromEntries([...found].map(([path, words]) => [path, words.length]))
  writeFileSync(join(root, BASELINE), `${JSON.stringify(counts, null, 2)}\n`)
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  console.log(`${BASELINE}: ${total} words in ${found.size} files.`)
}

function report(paths) {
  for (const path of paths) {
    const words = found.get(path) ?? []
    console.error(`${path} has ${words.length} words to avoid, ${allowed(path)} allowed:`)
    for (const word of words) console.error(`  line ${word}`)
  }
  if (paths.length > 0) console.error('Say it in plain English: subject, verb, object.')
  process.exitCode = paths.length > 0 ? 1 : process.exitCode
}

if (process.argv.includes('--update')) update()
else {
  report(grown)
  if (lowered.length > 0) {
    console.error(`Fewer words to avoid than before in:\n  ${lowered.join('\n  ')}`)
    console.error('Lower the baseline: node scripts/lint-prose.mjs --update')
    process.exitCode = 1
  }
}
