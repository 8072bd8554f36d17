import { Toast as Radix } from 'radix-ui'
import { Children, isValidElement, type ReactElement } from 'react'
import { expect, it } from 'vitest'
import { createToastStore } from '#web/state/toasts.ts'
import { Toaster } from '#web/ui/toaster.tsx'

// covers: 2.5-toasts, 8.4-reset-and-verification-successful, 9-toasts
it('shows one toast at a time, for 5 s by default', () => {
  const toasts = createToastStore()
  toasts.show({ title: 'First' })
  expect(toasts.getState()).toMatchObject({ title: 'First', duration: 5_000, open: true, variant: 'default' })
  toasts.show({ title: 'Second', duration: 2_000, variant: 'destructive' })
  expect(toasts.getState()).toMatchObject({ title: 'Second', duration: 2_000, variant: 'destructive' })
})

it('gives each toast its own id, and null without a description', () => {
  const toasts = createToastStore()
  toasts.show({ title: 'First' })
  const first = toasts.getState()
  toasts.show({ title: 'Second', description: 'With more to say' })
  const second = toasts.getState()
  expect([first?.description, second?.description]).toEqual([null, 'With more to say'])
  expect(second?.id).not.toBe(first?.id)
})

// covers: 9-toasts-closing
it('closes only the toast with the given id', () => {
  const toasts = createToastStore()
  toasts.show({ title: 'First' })
  const first = toasts.getState()?.id ?? 0
  toasts.show({ title: 'Second' })
  toasts.close(first)
  expect(toasts.getState()).toMatchObject({ title: 'Second', open: true })
  toasts.close(toasts.getState()?.id ?? 0)
  expect(toasts.getState()).toMatchObject({ title: 'Second', open: false })
})

// covers: 9-toasts
it('closes a toast after a swipe of 50 px, and focuses it by F8', () => {
  const provider = Toaster({
    toast: {
      id: 1,
      open: true,
      title: 'Hello',
      description: null,
      variant: 'default',
      duration: 2_000,
      action: null,
    },
    onClose: () => undefined,
  }) as ReactElement<Record<string, unknown>>
  expect(provider.props).toMatchObject({ swipeThreshold: 50, duration: 5_000 })
  const parts = Children.toArray(provider.props.children as ReactElement[]).filter((part) =>
    isValidElement<Record<string, unknown>>(part),
  )
  const of = (type: unknown) => parts.find((part) => part.type === type)?.props
  expect(of(Radix.Root)).toMatchObject({ open: true, duration: 2_000 })
  expect(of(Radix.Viewport)).toMatchObject({ hotkey: ['F8'] })
})
