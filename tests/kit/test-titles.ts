import { parseSync } from 'vite'

/** The separator between a describe block and its tests, as in the reporters of Vitest and Playwright. */
const SEPARATOR = ' › '

/** A test of a file: its own title, and the path of describe blocks that leads to it. */
export interface TestTitle {
  title: string
  path: string
  /** Where the call begins in the source. */
  start: number
  /** Where the title begins in the source. */
  offset: number
}

type Node = Record<string, unknown>

/** Returns the tests of a test file in their order, with whole titles as written (`%s` stays `%s`). */
export function testTitles(file: string, source: string): TestTitle[] {
  const titles: TestTitle[] = []
  walk(parseSync(file, source).program, [], titles)
  return titles
}

function walk(node: unknown, blocks: string[], titles: TestTitle[]): void {
  if (Array.isArray(node)) {
    for (const item of node) walk(item, blocks, titles)
    return
  }
  if (!isNode(node)) return
  const call = calledBlock(node)
  if (call?.kind === 'test') {
    const { title, offset } = call
    titles.push({ title, path: [...blocks, title].join(SEPARATOR), start: Number(node.start), offset })
    return
  }
  const inner = call?.kind === 'describe' ? [...blocks, call.title] : blocks
  for (const key in node) {
    const value = node[key]
    if (typeof value === 'object' && value !== null) walk(value, inner, titles)
  }
}

/** Returns what a call declares, for `it`, `test`, `describe` and their forms such as `it.each(…)` and `test.describe`. */
function calledBlock(fields: Node): { kind: 'describe' | 'test'; title: string; offset: number } | undefined {
  if (fields.type !== 'CallExpression' || !Array.isArray(fields.arguments)) return
  const [first] = fields.arguments
  const title = textOf(first)
  if (title === undefined || fields.arguments.length < 2) return
  const offset = Number(first.start)
  const names = namesOf(fields.callee)
  if (names[0] === 'describe' || (names[0] === 'test' && names[1] === 'describe'))
    return { kind: 'describe', title, offset }
  if (names[0] === 'it' || names[0] === 'test') return { kind: 'test', title, offset }
}

function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis) || node.quasis.length !== 1) return
  return node.quasis[0].value.cooked
}

/** Returns the names of a callee from the left: `test.describe.only` and `it.each(…)` give their words. */
function namesOf(node: unknown): string[] {
  if (!isNode(node)) return []
  if (node.type === 'Identifier') return [String(node.name)]
  if (node.type === 'CallExpression') return namesOf(node.callee)
  if (node.type === 'TaggedTemplateExpression') return namesOf(node.tag)
  if (node.type === 'MemberExpression') return [...namesOf(node.object), ...namesOf(node.property)]
  return []
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}
