import { contextBridge, ipcRenderer } from 'electron'
import { DESKTOP_CHANNELS, type DesktopBridge, type DesktopMessage } from '#schema/desktop.ts'

const bridge: DesktopBridge = {
  readSettings: () => ipcRenderer.invoke(DESKTOP_CHANNELS.readSettings),
  changeSettings: (change) => ipcRenderer.invoke(DESKTOP_CHANNELS.changeSettings, change),
  forgetServer: (address) => ipcRenderer.invoke(DESKTOP_CHANNELS.forgetServer, address),
  readToken: () => ipcRenderer.invoke(DESKTOP_CHANNELS.readToken),
  keepToken: (token) => ipcRenderer.invoke(DESKTOP_CHANNELS.keepToken, token),
  tellState: (state) => ipcRenderer.send(DESKTOP_CHANNELS.state, state),
  hideQuietly: () => ipcRenderer.send(DESKTOP_CHANNELS.hideQuietly),
  tellEvent: (event) => ipcRenderer.send(DESKTOP_CHANNELS.event, event),
  onMessage(listener) {
    // The page must not receive the event, which contains the sender.
    const hear = (_event: unknown, message: DesktopMessage) => listener(message)
    ipcRenderer.on(DESKTOP_CHANNELS.message, hear)
    return () => {
      ipcRenderer.removeListener(DESKTOP_CHANNELS.message, hear)
    }
  },
}

contextBridge.exposeInMainWorld('rapportDesktop', bridge)

// A page never changes its language: another one loads the page again. Its first script has chosen it by now.
window.addEventListener('DOMContentLoaded', () =>
  ipcRenderer.send(DESKTOP_CHANNELS.language, document.documentElement.lang),
)
