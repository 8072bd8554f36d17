import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { useIsHydrated } from '../../hooks/use-is-hydrated.ts'

const TABS = [
  { id: 'login', label: msg`Login` },
  { id: 'register', label: msg`Register` },
] as const
export type AuthTab = (typeof TABS)[number]['id']

/** A separate component: hydrating it does not re-render the document beside it, which may not be loaded yet. */
export function TabList({ tab, onChange }: { tab: AuthTab; onChange(tab: AuthTab): void }) {
  const isHydrated = useIsHydrated()
  return (
    <div className="tabs" role="tablist" aria-label={t`Login or Register`}>
      {TABS.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          role="tab"
          disabled={!isHydrated}
          id={`tab-${id}`}
          aria-selected={tab === id}
          aria-controls="form"
          tabIndex={tab === id ? 0 : -1}
          onClick={() => onChange(id)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
            const other: AuthTab = id === 'login' ? 'register' : 'login'
            onChange(other)
            document.getElementById(`tab-${other}`)?.focus()
          }}
        >
          {i18n._(label)}
        </button>
      ))}
    </div>
  )
}
