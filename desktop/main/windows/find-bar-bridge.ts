import type { WebContents } from 'electron'
import { FIND_BAR_CHANNELS, FIND_BAR_MODELS, type FindStep } from '#schema/find-bar.ts'
import type { ElectronModule } from '../electron.ts'
import { FIND_BAR_URL } from '../pages/origin.ts'

type Sent = Pick<Electron.IpcMainEvent, 'sender' | 'senderFrame'>

/** Receives the messages of the find bar. Drops messages of any other page or frame, and invalid ones. */
export function openFindBarBridge({
  ipcMain,
  contents,
  find,
  step,
  close,
}: {
  ipcMain: ElectronModule['ipcMain']
  /** Returns the web contents of the find bar; null while it is closed. */
  contents(): WebContents | null
  find(text: string): void
  step(step: FindStep): void
  close(): void
}) {
  const isFindBar = ({ sender, senderFrame }: Sent) =>
    sender === contents() &&
    senderFrame !== null &&
    senderFrame.parent === null &&
    senderFrame.url === FIND_BAR_URL

  ipcMain.on(FIND_BAR_CHANNELS.find, (event, given: unknown) => {
    const text = FIND_BAR_MODELS.find.safeParse(given)
    if (isFindBar(event) && text.success) find(text.data)
  })
  ipcMain.on(FIND_BAR_CHANNELS.step, (event, given: unknown) => {
    const wanted = FIND_BAR_MODELS.step.safeParse(given)
    if (isFindBar(event) && wanted.success) step(wanted.data)
  })
  ipcMain.on(FIND_BAR_CHANNELS.close, (event) => {
    if (isFindBar(event)) close()
  })
}
