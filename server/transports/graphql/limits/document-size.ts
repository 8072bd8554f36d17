import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  Lexer,
  type SelectionNode,
  type SelectionSetNode,
  Source,
  TokenKind,
  visit,
} from 'graphql'
import { type FilledText, text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'

/**
 * The largest operation of the web app has 80 tokens, a full introspection 184. Depth counts fields within fields.
 * `sameName` is how often one selection set may ask for the same response name: comparing such fields with each other
 * is the quadratic part of validation.
 */
const DOCUMENT_LIMITS = {
  tokens: 400,
  selections: 200,
  depth: 8,
  aliases: 15,
  directives: 20,
  fragments: 20,
  sameName: 5,
} as const
export type DocumentSize = Record<keyof typeof DOCUMENT_LIMITS, number>

const TOO_LARGE: Record<keyof typeof DOCUMENT_LIMITS, (limit: number) => FilledText> = {
  tokens: (limit) =>
    text('{limit, plural, other {This document is too large. The limit is # tokens.}}', { limit }),
  selections: (limit) =>
    text('{limit, plural, other {This document is too large. The limit is # selections.}}', { limit }),
  depth: (limit) =>
    text('{limit, plural, other {This document is too large. The limit is # levels of fields.}}', { limit }),
  aliases: (limit) =>
    text('{limit, plural, other {This document is too large. The limit is # aliases.}}', { limit }),
  directives: (limit) =>
    text('{limit, plural, other {This document is too large. The limit is # directives.}}', { limit }),
  fragments: (limit) =>
    text('{limit, plural, other {This document is too large. The limit is # fragments.}}', { limit }),
  sameName: (limit) =>
    text(
      '{limit, plural, other {This document is too large. The limit is # selections of the same name in one place.}}',
      { limit },
    ),
}

/** Returns how many tokens a text has, and stops one above `limit`. A text that cannot be read counts up to its fault. */
export function countTokens(text: string, limit: number = DOCUMENT_LIMITS.tokens): number {
  const lexer = new Lexer(new Source(text))
  let count = 0
  try {
    while (count <= limit && lexer.advance().kind !== TokenKind.EOF) count += 1
  } catch {
    // The parser reports where the fault is.
  }
  return count
}

/** Returns the size of a parsed document, in time that grows with its length alone. */
export function measureDocument(document: DocumentNode): Omit<DocumentSize, 'tokens'> {
  const size = { selections: 0, depth: 0, aliases: 0, directives: 0, fragments: 0, sameName: 0 }
  const depthOf = createDepthOf(document)
  visit(document, {
    SelectionSet(set) {
      size.selections += set.selections.length
      size.sameName = Math.max(size.sameName, mostOfOneName(set))
    },
    Field({ alias }) {
      if (alias) size.aliases += 1
    },
    Directive() {
      size.directives += 1
    },
    FragmentDefinition() {
      size.fragments += 1
    },
    OperationDefinition({ selectionSet }) {
      size.depth = Math.max(size.depth, depthOf(selectionSet))
    },
  })
  return size
}

/** @throws ApiError INVALID when the text has too many tokens */
export function assertShort(source: string): void {
  assertWithin('tokens', countTokens(source))
}

/** @throws ApiError INVALID when the document is above one of DOCUMENT_LIMITS */
export function assertSmall(document: DocumentNode): void {
  const size = measureDocument(document)
  for (const name of Object.keys(size) as (keyof typeof size)[]) assertWithin(name, size[name])
}

function assertWithin(name: keyof DocumentSize, count: number) {
  if (count > DOCUMENT_LIMITS[name]) throw new ApiError('INVALID', TOO_LARGE[name](DOCUMENT_LIMITS[name]))
}

/** Inline fragments belong to the selection set around them. */
function mostOfOneName(set: SelectionSetNode): number {
  const counts = new Map<string, number>()
  const add = (selection: SelectionNode) => {
    if (selection.kind === Kind.INLINE_FRAGMENT) return selection.selectionSet.selections.forEach(add)
    const name = nameOf(selection)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  set.selections.forEach(add)
  return Math.max(0, ...counts.values())
}

const nameOf = (selection: Exclude<SelectionNode, { kind: Kind.INLINE_FRAGMENT }>) =>
  selection.kind === Kind.FIELD ? (selection.alias ?? selection.name).value : `...${selection.name.value}`

/** Fragments are followed, and each is measured once. Introspection has a limit of its own among the validation rules. */
function createDepthOf({ definitions }: DocumentNode): (set: SelectionSetNode | undefined) => number {
  const fragments = new Map(
    definitions
      .filter((one): one is FragmentDefinitionNode => one.kind === Kind.FRAGMENT_DEFINITION)
      .map((one) => [one.name.value, one]),
  )
  const known = new Map<string, number>()

  function depthOf(set: SelectionSetNode | undefined): number {
    return Math.max(0, ...(set?.selections ?? []).map(depthBelow))
  }
  function depthBelow(selection: SelectionNode): number {
    if (selection.kind === Kind.INLINE_FRAGMENT) return depthOf(selection.selectionSet)
    return selection.kind === Kind.FIELD ? depthOfField(selection) : depthOfFragment(selection.name.value)
  }
  const depthOfField = ({ name, selectionSet }: FieldNode) =>
    name.value === '__schema' || name.value === '__type' ? 1 : 1 + depthOf(selectionSet)
  function depthOfFragment(name: string): number {
    const measured = known.get(name)
    if (measured !== undefined) return measured
    // A fragment within itself is for validation to refuse.
    known.set(name, 0)
    const depth = depthOf(fragments.get(name)?.selectionSet)
    known.set(name, depth)
    return depth
  }
  return depthOf
}
