import { parseSync } from 'vite'

/** The macros of Lingui: their arguments and content are in the catalogues. */
const MACROS = new Set(['t', 'msg', 'plural', 'select', 'selectOrdinal', 'Trans', 'Plural', 'Select'])
/** The attributes and fields that a screen shows or reads out. */
const SHOWN =
  /^(?:title|label|hint|description|placeholder|alt|message|aria-(?:label|description|roledescription|valuetext))$/
const WORD = /[A-Za-z]{2,}/

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
const nameOf = (node: unknown): unknown => (isNode(node) ? (node.name ?? node.value) : undefined)

/** Returns whether the node is a use of a macro. */
function isMacro({ type, callee, tag, openingElement }: Node): boolean {
  if (type === 'CallExpression') return MACROS.has(String(nameOf(callee)))
  if (type === 'TaggedTemplateExpression') return MACROS.has(String(nameOf(tag)))
  return type === 'JSXElement' && isNode(openingElement) && MACROS.has(String(nameOf(openingElement.name)))
}

/** Returns the text of a literal, or of a template without macros. */
function literalOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'JSXExpressionContainer') return literalOf(node.expression)
  if (node.type === 'ConditionalExpression')
    return `${literalOf(node.consequent)} ${literalOf(node.alternate)}`
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : ''
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return ''
  return node.quasis
    .map((part) => (isNode(part) && isNode(part.value) ? String(part.value.cooked) : ''))
    .join(' ')
}

function textsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf)
  if (!isNode(node) || isMacro(node)) return []
  const inside = Object.values(node).flatMap(textsOf)
  if (node.type === 'JSXText') return [String(node.value)]
  if (node.type === 'JSXExpressionContainer') return [literalOf(node.expression), ...inside]
  const isField = node.type === 'JSXAttribute' || node.type === 'Property'
  const name = isField ? nameOf(node.name ?? node.key) : undefined
  if (node.type === 'JSXAttribute' && !SHOWN.test(String(name)))
    return textsOf(isNode(node.value) ? node.value.expression : null)
  return isField && SHOWN.test(String(name)) ? [literalOf(node.value), ...inside] : inside
}

/** Returns the words of a component's source that a screen shows and no catalogue has. */
export function untranslatedTexts(file: string, source: string): string[] {
  const { program } = parseSync(file, source)
  const texts = textsOf(program).map((text) => text.replaceAll(/\s+/g, ' ').trim())
  return [...new Set(texts.filter((text) => WORD.test(text)))]
}
