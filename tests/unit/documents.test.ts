import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const LINK = /\]\(([^)#\s]*)(#[^)\s]*)?\)/g
const SOURCE = /`([\w.-]+(?:\/[\w.-]+)+\.(?:tsx?|mjs|cjs|css|prisma))`/g
/** A decision names files as they were called at its time. */
const isRecord = (path: string) => path.startsWith('docs/decisions/')

const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }).sort()
const sources = globSync(
  ['*.{ts,mjs,cjs}', '{server,web,desktop,schema,prisma,scripts,tests}/**/*.{ts,tsx,mjs,cjs,css,prisma}'],
  { cwd: ROOT },
).map((path) => `/${path}`)
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Returns the anchors of a document as GitHub makes them from its headings. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(
    ([, heading = '']) =>
      `#${heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-')}`,
  )

function brokenLinks(path: string): string[] {
  return [...read(path).matchAll(LINK)].flatMap(([, target = '', anchor = '']) => {
    if (/^\w+:/.test(target)) return []
    const file = target === '' ? path : join(dirname(path), target)
    if (!existsSync(join(ROOT, file))) return [target]
    return anchor && file.endsWith('.md') && !anchorsOf(read(file)).includes(anchor) ? [target + anchor] : []
  })
}

/** A document may leave out the first folders of a path. */
const missingSources = (path: string) =>
  [...read(path).matchAll(SOURCE)].flatMap(([, source = '']) =>
    sources.some((known) => known.endsWith(`/${source}`)) ? [] : [source],
  )

/** Where a document says that a name is in a file: `name` in `path`. */
const PLACE = /`([A-Za-z_$][\w$]*)` in `((?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|mjs))`/g

const misplacedNames = (path: string) =>
  [...read(path).matchAll(PLACE)].flatMap(([place, name = '', source = '']) =>
    existsSync(join(ROOT, source)) && !read(source).includes(name) ? [place] : [],
  )

describe('the documents', () => {
  it.each(documents)('link only to files and headings that exist: %s', (path) => {
    expect(brokenLinks(path)).toEqual([])
  })

  it.each(documents.filter((path) => !isRecord(path)))('name only existing source files: %s', (path) => {
    expect(missingSources(path)).toEqual([])
  })

  it.each(documents.filter((path) => !isRecord(path)))(
    'name contents only of the files that have them: %s',
    (path) => {
      expect(misplacedNames(path)).toEqual([])
    },
  )
})

describe('the decisions', () => {
  const records = documents.filter((path) => /^docs\/decisions\/\d/.test(path))

  it.each(records)('follow the format of a record: %s', (path) => {
    const number = Number(path.slice('docs/decisions/'.length).slice(0, 4))
    expect(read(path)).toMatch(
      new RegExp(`^# ${number}\\. .+\n\n\\*\\*Status:\\*\\* (accepted|replaced by )`),
    )
    const parts = [...read(path).matchAll(/^\*\*(\w+)[^*]*\.\*\*/gm)].map(([, name]) => name)
    expect(parts).toEqual(expect.arrayContaining(['Context', 'Decision', 'Consequences']))
  })

  it('stand in the index with their titles', () => {
    const titles = records.map((path) => {
      const [, title = ''] = /^# \d+\. (.+)$/m.exec(read(path)) ?? []
      return `[${title}](${path.slice('docs/decisions/'.length)})`
    })
    expect(titles.filter((title) => !read('docs/decisions/README.md').includes(title))).toEqual([])
  })
})
