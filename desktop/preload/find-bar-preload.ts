import { contextBridge, ipcRenderer } from 'electron'
import { FIND_BAR_CHANNELS, type FindBarBridge, type FindBarMessage } from '#schema/find-bar.ts'

const bridge: FindBarBridge = {
  find: (text) => ipcRenderer.send(FIND_BAR_CHANNELS.find, text),
  step: (step) => ipcRenderer.send(FIND_BAR_CHANNELS.step, step),
  close: () => ipcRenderer.send(FIND_BAR_CHANNELS.close),
  onMessage(listener) {
    ipcRenderer.on(FIND_BAR_CHANNELS.message, (_event, message: FindBarMessage) => listener(message))
  },
}

contextBridge.exposeInMainWorld('findBar', bridge)
