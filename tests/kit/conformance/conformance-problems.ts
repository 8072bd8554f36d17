import { tablesOf } from './document.ts'
import type { Conformance } from './read-conformance.ts'

/** Returns the problems of requirements and of the comments that name them, one a line. */
export function conformanceProblems(
  { template, sections, tests, strayKeys }: Conformance,
  exists: (path: string) => boolean,
): string[] {
  const requirements = sections.flatMap(({ requirements }) => requirements)
  const keys = requirements.map(({ key }) => key)
  const covered = new Set(tests.map(({ key }) => key))
  return [
    ...differences(
      tablesOf(template),
      sections.map(({ name }) => name),
    ),
    ...repeated(keys).map((key) => `${key} names two requirements`),
    ...sections.flatMap(sectionProblems),
    ...requirements.flatMap(({ key, code }) =>
      code.filter((path) => !exists(path)).map((path) => `${key}: ${path} does not exist`),
    ),
    ...keys.filter((key) => !covered.has(key)).map((key) => `${key}: no test covers it`),
    ...tests
      .filter(({ key }) => !keys.includes(key))
      .map(({ key, file, test }) => `${file} › ${test}: covers ${key}, which is no requirement`),
    ...strayKeys.map(({ key, file }) => `${file}: the comment "covers: ${key}" is not directly above a test`),
  ]
}

function sectionProblems({ name, requirements }: Conformance['sections'][number]): string[] {
  const misplaced = requirements.filter(({ key }) => !key.startsWith(`${name}-`))
  return [
    ...misplaced.map(({ key }) => `${key}: a key of ${name}.yaml begins with ${name}-`),
    ...repeated(requirements.map(({ text }) => text)).map((text) => `${name}.yaml has "${text}" twice`),
  ]
}

function differences(tables: readonly string[], names: readonly string[]): string[] {
  return [
    ...tables.filter((name) => !names.includes(name)).map((name) => `${name}.yaml does not exist`),
    ...names.filter((name) => !tables.includes(name)).map((name) => `template.md has no table ${name}`),
    ...repeated(tables).map((name) => `template.md has the table ${name} twice`),
  ]
}

const repeated = (texts: readonly string[]) => texts.filter((text, index) => texts.indexOf(text) !== index)
