import { describe, expect, it } from 'vitest'
import { DESKTOP_CHANNELS } from '#schema/desktop.ts'
import { PRODUCT } from '#schema/product.ts'
import { SERVER } from '../../kit/desktop.ts'
import { useDesktops } from '../../kit/desktops.ts'
import { chooseInMenu } from '../../kit/electron/menu.ts'

const OTHER = 'https://other.test'

describe('a question of the desktop app', () => {
  const start = useDesktops()

  it('keeps a conversation on Enter and on Escape', async () => {
    const desktop = await start()
    desktop.tellState({ phase: 'chat' })
    await desktop.connect()
    desktop.double.dialog.answer = 1
    desktop.press('find-another')
    expect(desktop.double.dialog.asked).toEqual([
      {
        type: 'question',
        title: PRODUCT.name,
        message: 'Leave this conversation and find another?',
        buttons: ['Find Another', 'Stay'],
        defaultId: 1,
        cancelId: 1,
      },
    ])
    await new Promise(setImmediate)
    expect(desktop.told('find-another')).toEqual([])
  })

  it('changes nothing on either key about another server to open or forget', async () => {
    const desktop = await start({ kept: { servers: [SERVER, OTHER] } })
    desktop.double.dialog.answer = 1
    const { ipcMain, dialog } = desktop.double
    await ipcMain.invoke(DESKTOP_CHANNELS.changeSettings, desktop.sender(), { serverAddress: OTHER })
    const settings = await ipcMain.invoke(DESKTOP_CHANNELS.forgetServer, desktop.sender(), OTHER)
    expect(settings).toMatchObject({ serverAddress: SERVER, servers: [SERVER, OTHER] })
    const keys = { type: 'question', defaultId: 1, cancelId: 1 }
    expect(dialog.asked).toEqual([
      {
        ...keys,
        message: `Connect to ${OTHER}?`,
        detail: `Your login to ${SERVER} is kept on this device. A chat that is open there ends.`,
        buttons: ['Connect', 'Cancel'],
      },
      {
        ...keys,
        message: `Forget ${OTHER}?`,
        detail: 'You will need to log in to use it again.',
        buttons: ['Forget', 'Cancel'],
      },
    ])
    expect(desktop.window.webContents.mainFrame.url).toBe('rapport-app://app/')
  })

  it('offers to reload a page that crashes repeatedly or hangs', async () => {
    const desktop = await start({ now: () => 0 })
    desktop.double.dialog.answer = 1
    for (let crash = 1; crash <= 4; crash += 1) desktop.window.webContents.crash('oom')
    desktop.window.webContents.emit('unresponsive')
    const rest = { type: 'warning', detail: 'Your messages are safe.', defaultId: 0, cancelId: 1 }
    expect(desktop.double.dialog.asked).toEqual([
      {
        ...rest,
        message: `${PRODUCT.name} stopped several times in a row.`,
        buttons: ['Try Again', 'Leave It'],
      },
      { ...rest, message: `${PRODUCT.name} does not answer.`, buttons: ['Reload', 'Wait'] },
    ])
  })

  it('reloads the page after several crashes only if confirmed, and resets the count', async () => {
    const desktop = await start({ now: () => 0 })
    const { webContents } = desktop.window
    for (let crash = 1; crash <= 4; crash += 1) webContents.crash('oom')
    await expect.poll(() => webContents.reloads).toBe(4)
    for (let crash = 1; crash <= 3; crash += 1) webContents.crash('oom')
    expect([webContents.reloads, desktop.double.dialog.asked.length]).toEqual([7, 1])
  })

  it('does not appear for crashes a minute apart', async () => {
    let now = 0
    const desktop = await start({ now: () => now })
    const { webContents } = desktop.window
    for (let crash = 1; crash <= 3; crash += 1) webContents.crash('oom')
    now = 59_999
    webContents.crash('oom')
    expect([webContents.reloads, desktop.double.dialog.asked.length]).toEqual([3, 1])
    await expect.poll(() => webContents.reloads).toBe(4)
    for (let crash = 1; crash <= 3; crash += 1) webContents.crash('oom')
    now += 60_000
    webContents.crash('oom')
    expect([webContents.reloads, desktop.double.dialog.asked.length]).toEqual([8, 1])
  })

  it('does not appear once the window is closed', async () => {
    const desktop = await start({ kept: { closeToTray: false } })
    desktop.window.close()
    await expect.poll(() => desktop.window.isDestroyed()).toBe(true)
    desktop.window.webContents.emit('unresponsive')
    chooseInMenu(desktop, 'check-for-updates')
    await new Promise(setImmediate)
    expect(desktop.double.dialog.asked).toEqual([])
  })
})

describe('the result of a check for updates', () => {
  const start = useDesktops()

  it('appears on the window, which comes to the front, with one button', async () => {
    const desktop = await start()
    desktop.window.hide()
    chooseInMenu(desktop, 'check-for-updates')
    await expect
      .poll(() => desktop.double.dialog.asked)
      .toEqual([
        {
          type: 'info',
          title: PRODUCT.name,
          buttons: ['OK'],
          message: `This copy of ${PRODUCT.name} doesn't look for updates.`,
          detail: 'Get new versions where you got this one.',
        },
      ])
    expect(desktop.window.isVisible()).toBe(true)
  })
})
