// Follows the web app's imports from its entry, to compare the texts that a chunk shows with the catalogues it loads.
import { dirname, join } from 'node:path/posix'
import { parseSync, Visitor } from 'vite'

interface LazyImport {
  file: string
  /** The areas of the `withTexts` around the import. */
  areas: string[]
}

interface SourceFile {
  /** The files that load with this one. */
  imports: string[]
  lazyImports: LazyImport[]
  /** Whether it has texts of a catalogue. */
  hasTexts: boolean
}

export interface Sources {
  /** Returns the text of a file. */
  read(file: string): string
  /** Returns the areas whose catalogues have a file's texts. */
  areasOf(file: string): readonly string[]
}

interface Entry {
  file: string
  /** The areas that are loaded before the first screen. */
  areas: readonly string[]
}

const MACROS = ['@lingui/core/macro', '@lingui/react/macro']

/** Returns the file that a module of the app imports; null for a package, a style or a module outside of the folder. */
function fileAt(from: string, source: string): string | null {
  const file = join(dirname(from), source)
  return source.startsWith('.') && file.startsWith('web/') && /\.tsx?$/.test(file) ? file : null
}

/** @throws Error for a lazy import whose module is not a literal. */
export function parseSource(file: string, text: string): SourceFile {
  const { program, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const found: SourceFile = { imports: [], lazyImports: [], hasTexts: false }
  const areas: string[] = []
  const addImport = (source: string) => {
    const imported = fileAt(file, source)
    if (imported) found.imports.push(imported)
    if (MACROS.includes(source)) found.hasTexts = true
  }
  new Visitor({
    ImportDeclaration({ importKind, source }) {
      if (importKind !== 'type') addImport(source.value)
    },
    ExportNamedDeclaration({ exportKind, source }) {
      if (source && exportKind !== 'type') addImport(source.value)
    },
    ExportAllDeclaration({ exportKind, source }) {
      if (exportKind !== 'type') addImport(source.value)
    },
    CallExpression(call) {
      const area = areaOf(call)
      if (area !== null) areas.push(area)
    },
    'CallExpression:exit'(call) {
      if (areaOf(call) !== null) areas.pop()
    },
    ImportExpression({ source }) {
      if (source.type !== 'Literal' || typeof source.value !== 'string')
        throw new Error(`${file}: cannot follow an import without a literal path`)
      const imported = fileAt(file, source.value)
      if (imported) found.lazyImports.push({ file: imported, areas: [...areas] })
    },
  }).visit(program)
  return found
}

type Call = Parameters<NonNullable<ConstructorParameters<typeof Visitor>[0]['CallExpression']>>[0]

/** Returns the area that a call of `withTexts` loads; null for another call. */
function areaOf({ callee, arguments: [area] }: Call): string | null {
  if (callee.type !== 'Identifier' || callee.name !== 'withTexts') return null
  if (area?.type !== 'Literal' || typeof area.value !== 'string')
    throw new Error('cannot follow withTexts without a literal area')
  return area.value
}

/** A chunk at the end of one path of lazy imports from the entry. */
interface Chunk {
  file: string
  /** The areas that have been loaded when it renders. */
  loaded: ReadonlySet<string>
}

/**
 * Follows every path of imports from the entry. `missing` names each file with texts that are not loaded when its
 * chunk renders; `reached` has all files with texts on the paths.
 */
export function checkTextAreas(entry: Entry, { read, areasOf }: Sources) {
  const parsed = new Map<string, SourceFile>()
  const parse = (file: string) => {
    const source = parsed.get(file) ?? parseSource(file, read(file))
    parsed.set(file, source)
    return source
  }
  const missing = new Set<string>()
  const reached = new Set<string>()
  const known = new Set<string>()
  const chunks: Chunk[] = [{ file: entry.file, loaded: new Set(entry.areas) }]
  for (const { file: chunk, loaded } of chunks) {
    const key = [chunk, ...[...loaded].sort()].join(' ')
    if (known.has(key)) continue
    known.add(key)
    const files = withImports(chunk, parse)
    const needed = new Set<string>()
    for (const file of files.filter((one) => parse(one).hasTexts)) {
      reached.add(file)
      const areas = areasOf(file)
      if (areas.some((area) => loaded.has(area))) continue
      for (const area of areas.length === 1 ? areas : []) needed.add(area)
      missing.add(
        `${file} in the chunk of ${chunk}: ${areas.join(' or ') || 'an area with this file'} is missing`,
      )
    }
    // A missing area is named once, not again for every chunk behind this one.
    const loadedBehind = loaded.union(needed)
    for (const file of files)
      for (const lazy of parse(file).lazyImports)
        chunks.push({ file: lazy.file, loaded: loadedBehind.union(new Set(lazy.areas)) })
  }
  return { missing: [...missing].sort(), reached }
}

/** Returns a file and the files that load with it. */
function withImports(file: string, parse: (file: string) => SourceFile): string[] {
  const files = new Set([file])
  for (const one of files) for (const imported of parse(one).imports) files.add(imported)
  return [...files]
}
