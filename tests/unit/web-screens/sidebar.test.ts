import { expect, it, vi } from 'vitest'
import { useSidebar } from '#web/screens/home/use-sidebar.ts'
import { eventually } from '../../kit/eventually.ts'
import { signedIn } from '../web-state/kit.ts'
import { runHook } from './draw.tsx'

/** Runs the sidebar's hook in a window of this width. */
async function sidebarAt(width: number) {
  vi.stubGlobal('document', { activeElement: null })
  vi.stubGlobal('HTMLElement', class {})
  const matchMedia = (query: string) => ({
    matches: width >= Number(/min-width: (\d+)px/.exec(query)?.[1]),
    addEventListener() {},
    removeEventListener() {},
  })
  return runHook({ ...(await signedIn()), window: { matchMedia } }, useSidebar)
}

// covers: 2.6-closing-the-panel, 4.6-opening-a-conversation
it('closes the sidebar of a small screen when a conversation is chosen', async () => {
  const sidebar = await sidebarAt(767)
  expect(sidebar().isOpen).toBe(false)
  sidebar().open()
  await eventually(() => expect(sidebar()).toMatchObject({ isOpen: true, isDrawer: true }))
  sidebar().closeDrawer()
  await eventually(() => expect(sidebar().isOpen).toBe(false))
})

it('keeps the sidebar of a wide screen open until its button closes it', async () => {
  const sidebar = await sidebarAt(768)
  expect(sidebar()).toMatchObject({ isOpen: true, isDrawer: false })
  sidebar().closeDrawer()
  expect(sidebar().isOpen).toBe(true)
  sidebar().close()
  await eventually(() => expect(sidebar().isOpen).toBe(false))
})
