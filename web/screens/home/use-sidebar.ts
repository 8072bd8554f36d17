import { useEffect, useRef, useState } from 'react'
import { isEscapePress } from '../../ui/escape.ts'
import { layerIsOpen } from '../../ui/layers.ts'
import { useHistoryLayer } from '../../ui/use-history-layer.ts'

/** From here on the sidebar stands open by itself (spec §2). */
const SIDEBAR_STANDS = '(min-width: 768px)'

/** The sidebar beside the task, or on a phone a drawer over it, which keeps the focus and closes with Escape and Back. */
export function useSidebar() {
  const [isWide, setWide] = useState(() => window.matchMedia(SIDEBAR_STANDS).matches)
  const [isOpen, setOpen] = useState(isWide)
  const sidebar = useRef<HTMLElement>(null)
  const opener = useRef<Element | null>(null)
  const isDrawer = isOpen && !isWide
  const close = () => setOpen(false)
  useHistoryLayer(isDrawer ? 'drawer' : null, close)

  useEffect(() => {
    const media = window.matchMedia(SIDEBAR_STANDS)
    const follow = () => {
      setWide(media.matches)
      setOpen(media.matches)
    }
    media.addEventListener('change', follow)
    return () => media.removeEventListener('change', follow)
  }, [])

  // The drawer keeps the focus while it is open, and gives it back.
  useEffect(() => {
    if (!isDrawer) return
    sidebar.current?.querySelector<HTMLElement>('.sidebar-close')?.focus()
    return () => {
      if (opener.current instanceof HTMLElement) opener.current.focus()
      opener.current = null
    }
  }, [isDrawer])

  useEffect(() => {
    if (!isDrawer) return
    const onKey = (event: KeyboardEvent) => {
      if (!isEscapePress(event) || layerIsOpen()) return
      event.stopImmediatePropagation()
      setOpen(false)
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [isDrawer])

  return {
    sidebar,
    isOpen,
    isWide,
    isDrawer,
    close,
    open() {
      opener.current = document.activeElement
      setOpen(true)
    },
    closeDrawer() {
      if (!isWide) setOpen(false)
    },
  }
}
