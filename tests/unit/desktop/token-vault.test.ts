import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { DESKTOP_CHANNELS } from '#schema/desktop.ts'
import { startTestDesktop, type TestDesktop, type TestDesktopOptions } from '../../kit/desktop.ts'

const TOKEN = 'token-of-asha-0123456789'

describe('the session token of the desktop app', () => {
  let desktop: TestDesktop
  async function start(options?: TestDesktopOptions) {
    desktop = await startTestDesktop(options)
  }
  afterEach(() => desktop.stop())
  const invoke = (channel: 'readToken' | 'keepToken', ...given: unknown[]) =>
    desktop.double.ipcMain.invoke(DESKTOP_CHANNELS[channel], desktop.sender(), ...given)
  const file = () => join(desktop.home, 'data/session.json')

  // covers: beyond-desktop-token
  it.each(['linux', 'darwin', 'win32'] as const)(
    'needs the system’s key on %s, in a file readable by this user alone',
    async (platform) => {
      await start({ platform })
      await invoke('keepToken', TOKEN)
      const content = await readFile(file(), 'utf8')
      expect(content).not.toContain(TOKEN)
      expect(content).not.toContain(Buffer.from(TOKEN).toString('base64'))
      expect((await stat(file())).mode & 0o777).toBe(0o600)
      expect(await invoke('readToken')).toBe(TOKEN)
      await invoke('keepToken', null)
      expect([existsSync(file()), await invoke('readToken')]).toEqual([false, null])
    },
  )

  it('stays unencrypted without a keyring', async () => {
    await start({
      prepare: ({ safeStorage }) => {
        safeStorage.backend = 'basic_text'
      },
    })
    await invoke('keepToken', TOKEN)
    expect(JSON.parse(await readFile(file(), 'utf8'))).toMatchObject({ sessions: [{ encrypted: false }] })
    expect((await stat(file())).mode & 0o777).toBe(0o600)
    expect(await invoke('readToken')).toBe(TOKEN)
  })

  it('returns only for the server that issued it', async () => {
    await start()
    await invoke('keepToken', TOKEN)
    const [kept] = JSON.parse(await readFile(file(), 'utf8')).sessions
    await writeFile(file(), JSON.stringify({ sessions: [{ ...kept, server: 'https://other.test' }] }))
    expect(await invoke('readToken')).toBeNull()
  })

  it('disappears with the key that encrypted it', async () => {
    await start()
    await invoke('keepToken', TOKEN)
    desktop.double.safeStorage.keyId = 2
    expect(await invoke('readToken')).toBeNull()
  })

  it('returns from the file of an earlier version, which kept the token of one server', async () => {
    await start()
    await invoke('keepToken', TOKEN)
    const [kept] = JSON.parse(await readFile(file(), 'utf8')).sessions
    await writeFile(file(), JSON.stringify(kept))
    expect(await invoke('readToken')).toBe(TOKEN)
    await writeFile(file(), JSON.stringify({ ...kept, server: 'https://other.test' }))
    expect(await invoke('readToken')).toBeNull()
  })

  it.each(['', 'nonsense', '{}', '{"sessions":[{}]}'])(
    'does not come from a file containing %j',
    async (content) => {
      await start()
      await writeFile(file(), content)
      expect(await invoke('readToken')).toBeNull()
      await invoke('keepToken', TOKEN)
      expect(await invoke('readToken')).toBe(TOKEN)
    },
  )

  it('reaches only our own page, and accepts only tokens', async () => {
    await start()
    await invoke('keepToken', TOKEN)
    const stranger = desktop.sender({ url: 'https://evil.test/', origin: 'https://evil.test', parent: null })
    for (const [channel, given] of [
      [DESKTOP_CHANNELS.readToken, undefined],
      [DESKTOP_CHANNELS.keepToken, null],
    ] as const)
      await expect(desktop.double.ipcMain.invoke(channel, stranger, given)).rejects.toThrow('our own page')
    for (const odd of ['', 7, {}, 'x'.repeat(5000)]) await expect(invoke('keepToken', odd)).rejects.toThrow()
    expect(await invoke('readToken')).toBe(TOKEN)
  })
})
