import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { prerender } from 'react-dom/static'
import { MemoryRouter } from 'react-router'
import { onTestFinished, vi } from 'vitest'
import { MemberProvider } from '#web/hooks/member.tsx'
import { ServicesProvider } from '#web/hooks/services.tsx'
import { createMemberServices, type MemberServices } from '#web/state/session/member.ts'
import { type Browser, ME } from '../web-state/kit.ts'

export interface Drawing extends Pick<Browser, 'services'> {
  member?: MemberServices
  /** The address that the router shows. */
  path?: string
  /** Properties of the window that a hook reads, besides its listeners. */
  window?: object
}

function inside({ services, member, path = '/' }: Drawing, children: ReactNode): ReactNode {
  const routed = <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
  return (
    <ServicesProvider services={services}>
      {member ? (
        <QueryClientProvider client={member.queries}>
          <MemberProvider member={member}>{routed}</MemberProvider>
        </QueryClientProvider>
      ) : (
        routed
      )}
    </ServicesProvider>
  )
}

/** Returns the HTML of a screen's first render, including lazy parts. Dialogs are not part of it. */
export async function drawMarkup(drawing: Drawing, children: ReactNode): Promise<string> {
  const { prelude } = await prerender(inside(drawing, children))
  return new Response(prelude).text()
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** Returns the texts of a screen's first render, one for each element with text. */
export async function drawTexts(drawing: Drawing, children: ReactNode): Promise<string[]> {
  const markup = await drawMarkup(drawing, children)
  return markup
    .replaceAll(/<script\b.*?<\/script>/gs, '')
    .replaceAll(/<!--.*?-->|<\/?(?:b|bdi|i)\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, '\n')
    .replaceAll(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .split('\n')
    .map((text) => text.trim())
    .filter((text) => text !== '')
}

/** Returns a member's services on a test window. */
export function memberOf({ services, server, storage }: Browser): MemberServices {
  const fetch: typeof globalThis.fetch = (input, init) => server.fetch(input, { method: 'GET', ...init })
  const window = Object.assign(new EventTarget(), {
    fetch,
    navigator: { sendBeacon: () => true, userAgent: '' },
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
    requestAnimationFrame: queueMicrotask,
    setTimeout,
    localStorage: storage,
    location: new URL('http://localhost/'),
  })
  return createMemberServices(services, ME, window as unknown as Window & typeof globalThis)
}

/**
 * Runs a hook with its effects in a component that renders nothing, and returns a reader of its latest result.
 * Components beside it must render nothing either, such as a redirect.
 */
export async function runHook<Result>(
  drawing: Drawing,
  hook: () => Result,
  beside: ReactNode = null,
): Promise<() => Result> {
  vi.stubGlobal('window', {
    addEventListener() {},
    removeEventListener() {},
    HTMLIFrameElement: class {},
    ...drawing.window,
  })
  const results: Result[] = []
  const Hook = () => {
    results.push(hook())
    return null
  }
  const root = createRoot(emptyElement())
  const both = (
    <>
      <Hook />
      {beside}
    </>
  )
  root.render(inside(drawing, both))
  onTestFinished(async () => {
    root.unmount()
    await new Promise(setImmediate)
    vi.unstubAllGlobals()
  })
  const latest = () => {
    const result = results.at(-1)
    if (result === undefined) throw new Error('the hook has not run')
    return result
  }
  await untilDrawn(latest)
  return latest
}

/** Turns of the event loop that React needs to render after a timer. */
const TURNS = 20

/** Advances a fake clock to the millisecond, and lets React render. */
export async function passTime(milliseconds: number): Promise<void> {
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(milliseconds)
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise(setImmediate)
}

/** Resolves when the check passes, with the fake clock stopped. `eventually` would advance it. */
export async function untilDrawn(check: () => unknown): Promise<void> {
  const patience = performance.now() + 30_000
  for (;;) {
    await passTime(0)
    try {
      return void check()
    } catch (error) {
      if (performance.now() > patience) throw error
    }
  }
}

/** The part of an element that React needs for components that render nothing. */
function emptyElement(): Element {
  const element = { nodeType: 1, nodeName: 'DIV', tagName: 'DIV', textContent: '', addEventListener() {} }
  const ownerDocument = { nodeType: 9, addEventListener() {}, defaultView: null, activeElement: null }
  return Object.assign(element, { ownerDocument }) as unknown as Element
}
