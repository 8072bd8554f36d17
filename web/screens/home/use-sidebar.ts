import { useEffect, useRef, useState } from 'react'
import { isEscapePress } from '../../ui/keys.ts'
import { isLayerOpen } from '../../ui/layers.ts'
import { useHistoryLayer } from '../../ui/use-history-layer.ts'

/** From this width on, the sidebar is open by default (spec §2). */
const WIDE = '(min-width: 768px)'

/** The state of the sidebar. On small screens it is a drawer that traps the focus and closes with Escape and Back. */
export function useSidebar() {
  const [isWide, setWide] = useState(() => window.matchMedia(WIDE).matches)
  const [isOpen, setOpen] = useState(isWide)
  const sidebar = useRef<HTMLElement>(null)
  const opener = useRef<Element | null>(null)
  const isDrawer = isOpen && !isWide
  const close = () => setOpen(false)
  useHistoryLayer(isDrawer ? 'drawer' : null, close)

  useEffect(() => {
    const media = window.matchMedia(WIDE)
    const follow = () => {
      setWide(media.matches)
      setOpen(media.matches)
    }
    media.addEventListener('change', follow)
    return () => media.removeEventListener('change', follow)
  }, [])

  // Move the focus into the open drawer, and back when it closes.
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
      if (!isEscapePress(event) || isLayerOpen()) return
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
