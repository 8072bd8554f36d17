import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DESKTOP_CHANNELS } from '#schema/desktop.ts'
import { CHAT, SERVER, startTestDesktop, type TestDesktop } from '../../kit/desktop.ts'

const OTHER = 'https://other.test'
const DISCONNECT = `/api/v1/conversation/${CHAT}/disconnect`

describe('switching to another server', () => {
  let desktop: TestDesktop
  /** Each call as [address, token]. */
  let asked: [string, string | null][]
  beforeEach(async () => {
    asked = []
    desktop = await startTestDesktop({
      fetch: async (input, init) => {
        asked.push([String(input), new Headers(init?.headers).get('authorization')])
        return new Response(String(input).includes('/subscribe/') ? new ReadableStream() : 'ok')
      },
    })
  })
  afterEach(() => desktop.stop())
  const ask = (path: string, method = 'GET') =>
    desktop.handler(
      new Request(`rapport-app://app${path}`, { method, headers: { Authorization: 'Bearer mine' } }),
    )
  const goThere = () =>
    desktop.double.ipcMain.invoke(DESKTOP_CHANNELS.changeSettings, desktop.sender(), { serverAddress: OTHER })
  const withToken = () => asked.filter(([, token]) => token !== null).map(([address]) => address)

  // covers: beyond-desktop-server-change-data
  it('sends the goodbye to the old server first, and shows the new one none of its data', async () => {
    const stream = await ask(`/subscribe/${CHAT}`)
    desktop.window.webContents.onLeave = () => {
      void ask(DISCONNECT, 'POST')
      void stream.body?.cancel()
    }
    await goThere()
    expect(withToken()).toEqual([`${SERVER}/subscribe/${CHAT}`, `${SERVER}${DISCONNECT}`])
    expect(desktop.double.session.cleared).toBe(1)
    await expect.poll(() => desktop.window.webContents.history).toEqual(['rapport-app://app/'])
  })

  it('forwards no later request with the token of the old server', async () => {
    await ask('/api/session')
    await goThere()
    expect((await ask(DISCONNECT, 'POST')).type).toBe('error')
    expect(withToken()).toEqual([`${SERVER}/api/session`])
  })
})
