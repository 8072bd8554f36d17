import { type DocumentNode, parse, validate } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { LRUCache } from 'lru-cache'
import { ApiError } from '#server/platform/errors.ts'
import type { GraphqlContext } from '#server/transports/graphql/builder.ts'
import { presentFailure } from '#server/transports/graphql/failures.ts'
import { assertShort, assertSmall } from './document-size.ts'
import { assertLiteralsStorable } from './text.ts'

/** Entries, and characters of all texts together: a document takes some hundred times as many bytes as its text. */
const CACHE = { max: 200, maxSize: 100_000, maxEntrySize: 8_000 } as const

/** A caller learns the first few mistakes; finding all of them would only cost time. */
const MAX_ERRORS = 5

/**
 * Parses and validates documents. Limits come first: what is too large is never validated. Only valid documents are
 * kept for the next request; refused ones take no memory.
 */
export function documentPlugin(): Plugin<GraphqlContext> {
  const valid = new LRUCache<string, DocumentNode>({
    ...CACHE,
    sizeCalculation: (_, text) => text.length + 1,
  })
  const kept = new WeakSet<DocumentNode>()
  const texts = new WeakMap<DocumentNode, string>()

  return {
    onParse({ params: { source }, setParsedDocument, setParseFn }) {
      const text = typeof source === 'string' ? source : source.body
      const known = valid.get(text)
      if (known) return setParsedDocument(known)
      setParseFn(() => {
        const document = parseWithinLimits(text)
        texts.set(document, text)
        return document
      })
    },
    onValidate({ params: { documentAST }, setResult, setValidationFn }) {
      if (kept.has(documentAST)) return setResult([])
      setValidationFn((schema, document, rules) =>
        validate(schema, document, rules, { maxErrors: MAX_ERRORS, hideSuggestions: true }),
      )
      return ({ valid: isValid }) => {
        const text = texts.get(documentAST)
        if (!isValid || text === undefined) return
        kept.add(documentAST)
        valid.set(text, documentAST)
      }
    },
  }
}

/** @throws GraphQLError for a syntax error, or with the code INVALID above a limit */
function parseWithinLimits(text: string): DocumentNode {
  try {
    assertShort(text)
    const document = parse(text)
    assertSmall(document)
    assertLiteralsStorable(document)
    return document
  } catch (error) {
    // As a GraphQLError it is the answer to this operation alone; anything else would end a whole socket.
    throw error instanceof ApiError ? presentFailure(error) : error
  }
}
