// Skips string mutants in texts for people: no program depends on them, and a test that repeats a text proves
// nothing. All other strings are mutated: header names, cookie attributes, SQL, event names, error codes.
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'

const REASON = 'A text for people: a log line, the message of an error, or a description.'
/** The positions of text arguments of `new Name(…)`. */
const ERROR_MESSAGES = { ApiError: 1, Error: 0, TypeError: 0, RangeError: 0, ConfigError: 0 }
const TEXT_PROPERTIES = new Set(['told', 'description', 'title', 'summary', 'message', 'hint'])
const CHOICES = new Set(['LogicalExpression', 'ConditionalExpression'])
/** Our functions that create an error from a message. */
const ERROR_FACTORIES = new Set(['unsupported', 'invalid', 'refused'])
const LOG_LEVELS = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal'])

class TextIgnorer {
  shouldIgnore(path) {
    if (!path.isStringLiteral() && !path.isTemplateLiteral()) return undefined
    // A message may have a fallback: `reason ?? 'This request is not valid.'`
    let outer = path
    while (CHOICES.has(outer.parent?.type)) outer = outer.parentPath
    const { parent, node } = outer
    const isText = isErrorMessage(parent, node) || isLogLine(parent) || isTextProperty(parent, node)
    return isText ? REASON : undefined
  }
}

const isErrorMessage = (parent, node) =>
  (parent?.type === 'NewExpression' &&
    parent.arguments.indexOf(node) === ERROR_MESSAGES[parent.callee.name]) ||
  (parent?.type === 'CallExpression' && ERROR_FACTORIES.has(parent.callee.name))

const isLogLine = (parent) =>
  parent?.type === 'CallExpression' &&
  parent.callee.type === 'MemberExpression' &&
  LOG_LEVELS.has(parent.callee.property.name)

const isTextProperty = (parent, node) =>
  parent?.type === 'ObjectProperty' && parent.value === node && TEXT_PROPERTIES.has(parent.key.name)

export const strykerPlugins = [declareClassPlugin(PluginKind.Ignore, 'texts', TextIgnorer)]
