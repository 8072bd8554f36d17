import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod'
import { DESKTOP_MODELS, MAX_SERVERS } from '#schema/desktop.ts'

const bounds = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  maximized: z.boolean(),
})
export type WindowBounds = z.output<typeof bounds>

const kept = DESKTOP_MODELS.settings.extend({
  bounds: bounds.nullable(),
  zoomLevel: z.number().min(-4).max(6),
  /** Milliseconds since 1970; null when nothing is muted. */
  mutedUntil: z.number().nullable(),
  /** Whether the app has explained that it keeps running in the tray. */
  trayExplained: z.boolean(),
  /** The language that the page showed last; null before the first page. */
  language: DESKTOP_MODELS.language.nullable(),
})
export type Kept = z.output<typeof kept>

export interface Settings {
  get(): Kept
  change(part: Partial<Kept>): Kept
  onChange(listener: (now: Kept, before: Kept) => void): void
}

/**
 * Opens the app's settings file. Invalid values fall back to their defaults. The open server is always the first in
 * the list of servers.
 */
export function openSettings(file: string, defaultServer: string): Settings {
  let current = withServer(
    read(file, {
      hideMessageText: false,
      launchAtLogin: false,
      closeToTray: true,
      serverAddress: defaultServer,
      bounds: null,
      zoomLevel: 0,
      mutedUntil: null,
      servers: [],
      trayExplained: false,
      language: null,
    }),
  )
  const listeners: ((now: Kept, before: Kept) => void)[] = []
  return {
    get: () => current,
    change(part) {
      const before = current
      current = withServer({ ...current, ...part })
      write(file, current)
      for (const listener of listeners) listener(current, before)
      return current
    },
    onChange: (listener) => void listeners.push(listener),
  }
}

const withServer = (settings: Kept): Kept => {
  const { serverAddress, servers } = settings
  const others = servers.filter((one) => one !== serverAddress)
  return { ...settings, servers: [serverAddress, ...others].slice(0, MAX_SERVERS) }
}

function read(file: string, defaults: Kept): Kept {
  const found = z.record(z.string(), z.unknown()).safeParse(asJson(file))
  if (!found.success) return defaults
  const fitting = Object.entries(kept.shape).flatMap(([name, model]) => {
    const value = model.safeParse(found.data[name])
    return value.success ? [[name, value.data]] : []
  })
  return { ...defaults, ...Object.fromEntries(fitting) }
}

function asJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** Replaces the file by a rename: a power cut leaves the old file or the new one. */
function write(file: string, value: Kept) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(value, null, 2))
  renameSync(`${file}.new`, file)
}
