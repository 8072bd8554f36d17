import { i18n, type Messages } from '@lingui/core'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { Trans } from '#web/i18n/trans.tsx'

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const MESSAGE = 'I am {age} or older and accept the <0>Terms & <1>Conditions</1></0>.<2/>'
const components: Record<string, ReactElement> = {
  0: createElement('a', { href: '/terms' }),
  1: createElement('b'),
  2: createElement('br'),
}
const render = (values: Record<string, unknown>) =>
  renderToStaticMarkup(createElement(Trans, { id: 'terms', message: MESSAGE, values, components }))

const speak = (terms: Messages[string]) => i18n.loadAndActivate({ locale: 'hi', messages: { terms } })

describe('a text with elements', () => {
  it('shows nested, empty and repeated elements, and values as text', () => {
    expect(render({ age: '<b>18</b>' })).toBe(
      'I am &lt;b&gt;18&lt;/b&gt; or older and accept the <a href="/terms">Terms &amp; <b>Conditions</b></a>.<br/>',
    )
  })

  it('takes a translation that orders the elements differently', () => {
    speak(['<2/><1>b</1> <0>a</0> ', ['age']])
    expect(render({ age: 18 })).toBe('<br/><b>b</b> <a href="/terms">a</a> 18')
  })

  it('shows the words of an element that the source does not have', () => {
    speak('x <7>y</7> z')
    expect(render({ age: 18 })).toBe('x y z')
  })

  it('shows a translation without elements', () => {
    speak('plain')
    expect(render({ age: 18 })).toBe('plain')
  })
})
