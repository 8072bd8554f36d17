import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, resolve } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import catalogues from '../../lingui.config.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const FIRST = 'web/main.tsx'

interface Module {
  hasTexts: boolean
  /** The modules that it imports, with the areas whose texts load at the same time. */
  imports: { path: string; areas: string[] }[]
}

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const stringOf = (node: unknown) => (isNode(node) && typeof node.value === 'string' ? node.value : '')

/** Returns the imports of a source file, but those of types. */
function* importsOf(node: unknown, areas: string[] = []): Generator<{ source: string; areas: string[] }> {
  if (Array.isArray(node)) for (const one of node) yield* importsOf(one, areas)
  else if (isNode(node)) {
    const { type, source, callee, specifiers, importKind } = node
    const isLoader = type === 'CallExpression' && isNode(callee) && callee.name === 'withTexts'
    const withThis =
      isLoader && Array.isArray(node.arguments) ? [...areas, stringOf(node.arguments[0])] : areas
    const imported: unknown[] = Array.isArray(specifiers) ? specifiers : []
    const isType = importKind === 'type' || (imported.length > 0 && imported.every(isTypeSpecifier))
    if (isNode(source) && !isType) yield { source: stringOf(source), areas: withThis }
    for (const part of Object.values(node)) yield* importsOf(part, withThis)
  }
}

const isTypeSpecifier = (node: unknown) => isNode(node) && node.importKind === 'type'

function moduleAt(path: string): Module {
  const { program } = parseSync(path, readFileSync(join(ROOT, path), 'utf8'))
  const imports = [...importsOf(program)]
  return {
    hasTexts: imports.some(({ source }) => /^@lingui\/(core|react)\/macro$/.test(source)),
    imports: imports.flatMap(({ source, areas }) => {
      const imported = join(dirname(path), source)
      const isOurs = source.startsWith('.') && /\.tsx?$/.test(source) && existsSync(join(ROOT, imported))
      return isOurs ? [{ path: imported, areas }] : []
    }),
  }
}

/** Returns the areas whose catalogues contain a source file's texts. */
const areasOf = (path: string) =>
  (catalogues.catalogs ?? [])
    .filter(({ include, exclude = [] }) => {
      const matches = (pattern: string) => matchesGlob(path, pattern.replace('<rootDir>/', ''))
      return include.some(matches) && !exclude.some(matches)
    })
    .map((catalogue) => catalogue.path.split('/').at(-1) ?? '')

it('the texts of every module of the web app load before the module renders', () => {
  const modules = new Map<string, Module>()
  const visited = new Set<string>()
  const missing = new Set<string>()
  function visit(path: string, loaded: ReadonlySet<string>) {
    const step = `${path} with ${[...loaded].sort().join(', ')}`
    if (visited.has(step)) return
    visited.add(step)
    const module = modules.get(path) ?? moduleAt(path)
    modules.set(path, module)
    if (module.hasTexts && !areasOf(path).some((area) => loaded.has(area))) missing.add(step)
    for (const { path: imported, areas } of module.imports) visit(imported, loaded.union(new Set(areas)))
  }
  visit(FIRST, new Set(['base']))
  expect(modules.size).toBeGreaterThan(300)
  expect([...missing]).toEqual([])
})
