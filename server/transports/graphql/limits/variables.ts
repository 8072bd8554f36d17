import {
  type GraphQLInputType,
  getOperationAST,
  isInputType,
  isNonNullType,
  typeFromAST,
  validateInputValue,
} from 'graphql'
import { type Sentence, sentenceOf, text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Question } from './cost.ts'
import { assertStorable } from './text.ts'

/** A caller learns the first few mistakes; a list may hold thousands. */
const MAX_MISTAKES = 5
/** Of the text about one mistake, in characters. */
const MAX_LENGTH = 120

/**
 * Checks the variables before anything is resolved. @throws ApiError INVALID, whose `fields` maps the path of each
 * wrong value (`input.age`, `ids[2]`) to what is wrong with it
 */
export function assertVariables({ schema, document, operationName, variableValues }: Question): void {
  const given = variableValues ?? {}
  for (const { variable, type, defaultValue } of getOperationAST(document, operationName)
    ?.variableDefinitions ?? []) {
    const name = variable.name.value
    const expected = typeFromAST(schema, type)
    if (!isInputType(expected)) continue
    const isGiven = Object.hasOwn(given, name)
    if (!isGiven && (defaultValue || !isNonNullType(expected))) continue
    assertFits(given[name], expected, name)
    assertStorable(given[name], name)
  }
}

function assertFits(value: unknown, type: GraphQLInputType, name: string) {
  const mistakes = new Map<string, Sentence>()
  const refuse = () => {
    const [[path, mistake] = [name, text('Is not valid')]] = mistakes
    throw new ApiError('INVALID', text('The variable {path} is not valid: {mistake}.', { path, mistake }), {
      fields: Object.fromEntries(mistakes),
    })
  }
  validateInputValue(
    value,
    type,
    ({ message }, path) => {
      const place = path.reduce<string>(
        (before, key) => (typeof key === 'number' ? `${before}[${key}]` : `${before}.${key}`),
        name,
      )
      if (!mistakes.has(place)) mistakes.set(place, sentenceOf(withoutValue(message)))
      if (mistakes.size === MAX_MISTAKES) refuse()
    },
    true,
  )
  if (mistakes.size > 0) refuse()
}

/** Leaves out the value itself, which may be long: `Int cannot represent non-integer value: "x"`. */
const withoutValue = (message: string) =>
  message
    .replace(/(, found)?: .*$/s, '')
    .replace(/\.$/, '')
    .slice(0, MAX_LENGTH)
