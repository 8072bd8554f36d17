import { createElement, Suspense, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { deferred } from '#web/ui/deferred.tsx'
import { eventually } from '../../kit/eventually.ts'

const Greeting = ({ name }: { name: string }) => createElement('p', null, `Hello ${name}`)
const drawn = (component: ReturnType<typeof deferred<{ name: string }, 'Greeting'>>) =>
  renderToString(createElement(Suspense, { fallback: 'Loading' }, createElement(component, { name: 'Asha' })))

it('a component shows the fallback while it is being loaded', () => {
  expect(drawn(deferred(async () => ({ Greeting }), 'Greeting'))).toContain('Loading')
})

it('a preloaded component is drawn at once, and loaded once', async () => {
  const load = vi.fn(async () => ({ Greeting }))
  const component = deferred(load, 'Greeting')
  component.preload()
  component.preload()
  await eventually(() => expect(drawn(component)).toContain('Hello Asha'))
  expect(load).toHaveBeenCalledTimes(1)
})

it('a failed preload causes no error before the component is drawn', async () => {
  const load = vi.fn(() => Promise.reject<{ Greeting: typeof Greeting }>(new Error('offline')))
  const component = deferred(load, 'Greeting')
  component.preload()
  await expect(load.mock.results[0]?.value).rejects.toThrow('offline')
  expect(drawn(component)).toContain('Loading')
})

it('a chunk that arrives during the drawing is drawn without an error', async () => {
  vi.stubGlobal('window', { addEventListener() {}, removeEventListener() {}, HTMLIFrameElement: class {} })
  const drawnNames: string[] = []
  const Silent = ({ name }: { name: string }) => {
    drawnNames.push(name)
    return null
  }
  const errors: unknown[] = []
  const report = (error: unknown) => void errors.push(error)
  const root = createRoot(emptyElement(), { onRecoverableError: report, onUncaughtError: report })
  const Part = deferred(async () => ({ Silent }), 'Silent')
  startTransition(() =>
    root.render(createElement(Suspense, { fallback: null }, createElement(Part, { name: 'Asha' }))),
  )
  await eventually(() => expect(drawnNames).toContain('Asha'))
  expect(errors).toEqual([])
  root.unmount()
  await new Promise(setImmediate)
  vi.unstubAllGlobals()
})

/** The parts of an element that React needs to draw components without elements of their own. */
function emptyElement(): Element {
  const element = { nodeType: 1, nodeName: 'DIV', tagName: 'DIV', textContent: '', addEventListener() {} }
  const ownerDocument = { nodeType: 9, addEventListener() {}, defaultView: null, activeElement: null }
  return Object.assign(element, { ownerDocument }) as unknown as Element
}
