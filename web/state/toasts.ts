import { TIMING } from '#schema/limits.ts'
import { createStore, type Store } from './store.ts'

export interface Toast {
  id: number
  open: boolean
  title: string
  description: string | null
  variant: 'default' | 'destructive'
  duration: number
  action: ToastAction | null
}

/** A button in a toast. It closes the toast. */
export interface ToastAction {
  label: string
  run(): void
}

export interface ToastInput {
  title: string
  description?: string
  variant?: Toast['variant']
  /** Milliseconds. */
  duration?: number
  action?: ToastAction
}

export interface ToastStore extends Store<Toast | null> {
  /** Shows a toast in place of the one on screen. */
  show(toast: ToastInput): void
  close(id: number): void
}

export function createToastStore(): ToastStore {
  const { getState, setState, subscribe } = createStore<Toast | null>(null)
  let count = 0
  return {
    getState,
    subscribe,
    show({ title, description, variant = 'default', duration = TIMING.toast, action = null }) {
      count += 1
      setState({ id: count, open: true, title, description: description ?? null, variant, duration, action })
    },
    close(id) {
      const shown = getState()
      if (shown?.id === id) setState({ ...shown, open: false })
    },
  }
}
