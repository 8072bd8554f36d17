import { i18n } from '@lingui/core'
import { cloneElement, type ReactElement, type ReactNode } from 'react'
import { isolateValues } from './isolate-values.ts'

interface TransProps {
  id: string
  /** The English message; absent from the production build. */
  message?: string
  values?: Record<string, unknown>
  /** The elements of the message, by the names of their tags. */
  components?: Record<string, ReactElement>
}

/** An element with content, or an empty one. */
const TAG = /<(\w+)>(.*?)<\/\1>|<(\w+)\/>/s
/** Stands for `<` in a value, which is text even where it looks like an element: a character of no script. */
const LESS_THAN = '\uE000'

/**
 * Renders a translated message that contains elements: `<Trans>` of `@lingui/react/macro` compiles to it. Unlike the
 * library's component it needs no provider and adds nothing to the first load: a page never changes its language.
 */
export const Trans = ({ id, message, values, components = {} }: TransProps) =>
  withElements(
    i18n._(id, isolateValues(values, escaped), message === undefined ? {} : { message }),
    components,
  )

const escaped = (text: string) => text.replaceAll('<', LESS_THAN)
const unescaped = (text: string | undefined) => text?.replaceAll(LESS_THAN, '<')

function withElements(text: string, components: Record<string, ReactElement>): ReactNode {
  const parts: ReactNode[] = []
  let rest = text
  for (let tag = TAG.exec(rest); tag; tag = TAG.exec(rest)) {
    const [all, name, content, emptyName] = tag
    parts.push(unescaped(rest.slice(0, tag.index)))
    const element = components[name ?? emptyName ?? '']
    const children = content === undefined ? [] : [withElements(content, components)]
    parts.push(element ? cloneElement(element, { key: parts.length }, ...children) : unescaped(content))
    rest = rest.slice(tag.index + all.length)
  }
  return parts.length === 0 ? unescaped(text) : [...parts, unescaped(rest)]
}
