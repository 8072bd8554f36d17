import './admin.css'
import { i18n } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { ArrowLeft, CircleAlert, RefreshCw } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { AdminStats } from '#schema/admin.ts'
import type { Role } from '#schema/enums.ts'
import { PRODUCT } from '#schema/product.ts'
import { useServices, useStore } from '../../hooks/services.tsx'
import { consoleNumberLocale, dateLocale } from '../../i18n/locales.ts'
import { pageDirection } from '../../i18n/page-direction.ts'
import { withTexts } from '../../i18n/with-texts.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { Loading } from '../../ui/loading.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { PersistentTab } from '../../ui/persistent-tab.tsx'
import { Unreachable } from '../shared/unreachable.tsx'
import { useScrollEdges } from '../shared/use-scroll-edges.ts'
import { LaunchTable } from './launch-table.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { type AdminState, useAdminData } from './use-admin-data.ts'
import { UsersTable } from './users-table.tsx'

const Moderation = deferred(() => import('../moderation/moderation-panel.tsx'), 'ModerationPanel')
const StaffGate = deferred(() => import('../shared/second-factor/staff-gate.tsx'), 'StaffGate')
const Evenings = deferred(
  () => withTexts('planning', import('./evenings/evenings-panel.tsx')),
  'EveningsPanel',
)
const LiveFigures = deferred(() => import('./live-figures.tsx'), 'LiveFigures')

const TABS = [
  ['dashboard', msg`Dashboard`],
  ['users', msg`Users`],
  ['launch', msg`Launch Notifications`],
] as const

const { name: product } = PRODUCT

/** The admin panel (spec §2). The server decides which data the member may see. */
export function AdminScreen() {
  const { session } = useServices()
  const { status, user } = useStore(session)
  if (status === 'loading') return <Loading label={t`Loading your session`} />
  if (status === 'unreachable') return <Unreachable />
  if (user?.role === 'MODERATOR' || user?.role === 'ADMIN')
    return (
      <Suspense fallback={<Loading label={t`Checking your access`} />}>
        <StaffGate frame={(content) => <BeforeAccess role={user.role}>{content}</BeforeAccess>}>
          {user.role === 'MODERATOR' ? <ModeratorsPanel /> : <Panel loggedIn role={user.role} />}
        </StaffGate>
      </Suspense>
    )
  return <Panel loggedIn={status === 'member'} role={user?.role ?? 'MEMBER'} />
}

/** The page around the second-factor form. */
const BeforeAccess = ({ role, children }: { role: Role; children: ReactNode }) => (
  <div className="admin">
    <header className="admin-bar">
      <Home />
      <span className="badge">{role === 'ADMIN' ? t`Admin` : t`Moderation`}</span>
      <span className="end">
        <ThemeSwitch />
        <BackToHome />
      </span>
    </header>
    <main>
      <h1 className="sr-only">{role === 'ADMIN' ? t`Admin panel` : t`Moderation`}</h1>
      {children}
    </main>
  </div>
)

/** The panel of moderators, who see only the moderation console. */
const ModeratorsPanel = () => (
  <div className="admin">
    <header className="admin-bar">
      <Home />
      <span className="badge">{t`Moderation`}</span>
      <span className="end">
        <ThemeSwitch />
        <BackToHome />
      </span>
    </header>
    <main>
      <h1 className="sr-only">{t`Moderation`}</h1>
      <Suspense fallback={<Loading label={t`Loading the reports`} />}>
        <Moderation />
      </Suspense>
    </main>
  </div>
)

const Home = () => (
  <Link className="logo" to="/" aria-label={t`${product}, home`}>
    <LogoMark />
    <b translate="no">{product}</b>
  </Link>
)

const BackToHome = () => (
  <ButtonLink variant="quiet" size="md" to="/">
    <ArrowLeft className="icon" data-size="sm" aria-hidden="true" />
    {t`Back to Home`}
  </ButtonLink>
)

function Panel({ loggedIn, role }: { loggedIn: boolean; role: Role }) {
  const isAdmin = role === 'ADMIN'
  const { state, refreshing, refresh, adding, more, filter, setFilter } = useAdminData({ enabled: loggedIn })
  const [tab, setTab] = useState('dashboard')
  const tabs = useScrollEdges<HTMLDivElement>()
  return (
    <div className="admin">
      <header className="admin-bar">
        <Home />
        <span className="badge">{t`Admin`}</span>
        <SourceBadge source={state.source} />
        <span className="end">
          <Button size="sm" loading={refreshing} disabled={!loggedIn} onClick={() => void refresh()}>
            <RefreshCw className="icon" data-size="sm" aria-hidden="true" />
            {t`Refresh Data`}
          </Button>
          {!loggedIn && (
            <ButtonLink variant="primary" size="md" to="/auth">
              {t`Login`}
            </ButtonLink>
          )}
          <ThemeSwitch />
          <BackToHome />
        </span>
      </header>
      <main>
        <h1 className="sr-only">{t`Admin panel`}</h1>
        {loggedIn && state.source === 'mock' && (
          <div className="notice" data-tone="danger" role="alert">
            <CircleAlert className="icon" aria-hidden="true" />
            <p>{t`Failed to load admin data. Please try again.`}</p>
            <Button size="sm" loading={refreshing} onClick={() => void refresh()}>
              {t`Retry`}
            </Button>
          </div>
        )}
        {state.data ? (
          <Tabs.Root dir={pageDirection()} className="admin-panels" value={tab} onValueChange={setTab}>
            <div className="admin-tabs scroll-edges" ref={tabs}>
              <Tabs.List className="tabs" data-line aria-label={t`Admin`}>
                {TABS.map(([id, name]) => (
                  <Tabs.Trigger key={id} value={id}>
                    {i18n._(name)}
                  </Tabs.Trigger>
                ))}
                {isAdmin && <Tabs.Trigger value="evenings">{t`Evenings`}</Tabs.Trigger>}
                {isAdmin && <Tabs.Trigger value="moderation">{t`Moderation`}</Tabs.Trigger>}
              </Tabs.List>
              {state.at && <p>{t`Updated ${{ time: timeOf(state.at) }}`}</p>}
            </div>
            <Tabs.Content value="dashboard">
              <Figures stats={state.data.stats} />
              {isAdmin && (
                <Suspense fallback={<Loading label={t`Loading the live figures`} />}>
                  <LiveFigures asOf={state.at} />
                </Suspense>
              )}
            </Tabs.Content>
            <Tabs.Content value="users">
              <UsersTable
                page={state.data.users}
                adding={adding === 'users'}
                more={() => void more('users')}
                filter={filter}
                shownFilter={state.shownFilter}
                onFilter={setFilter}
                onClosed={() => void refresh()}
                details={isAdmin && state.source === 'real'}
              />
            </Tabs.Content>
            <Tabs.Content value="launch">
              <LaunchTable
                page={state.data.launch}
                adding={adding === 'launch'}
                more={() => void more('launch')}
                stats={state.data.stats}
                real={state.source === 'real'}
                onNotified={refresh}
              />
            </Tabs.Content>
            {isAdmin && (
              <Tabs.Content value="evenings">
                <Suspense fallback={<Loading label={t`Loading the evenings`} />}>
                  <Evenings />
                </Suspense>
              </Tabs.Content>
            )}
            {isAdmin && (
              <PersistentTab value="moderation" current={tab}>
                {(shown) => (
                  <Suspense fallback={<Loading label={t`Loading the reports`} />}>
                    <Moderation shown={shown} />
                  </Suspense>
                )}
              </PersistentTab>
            )}
          </Tabs.Root>
        ) : (
          <Loading label={t`Loading the figures`} />
        )}
      </main>
    </div>
  )
}

function SourceBadge({ source }: { source: AdminState['source'] }) {
  if (source === 'loading') return null
  return (
    <span className="badge" data-tone={source === 'real' ? 'success' : 'notice'}>
      {source === 'real' ? t`Real Data` : t`Mock Data`}
    </span>
  )
}

const timeOf = (time: Date) => time.toLocaleTimeString(dateLocale(), { timeStyle: 'short' })

/** Returns how many of the people on the launch list have been notified. */
function shareOf({ totalNotifications, notifiedCount }: AdminStats): string {
  if (totalNotifications === 0) return t`no one on the list yet`
  const ratio = Math.round((100 * notifiedCount) / totalNotifications) / 100
  const percentage = ratio.toLocaleString(consoleNumberLocale(), { style: 'percent' })
  return t`${percentage} of the list`
}

function Figures({ stats }: { stats: AdminStats }) {
  const { totalUsers, totalNotifications, notifiedCount, pendingCount } = stats
  const number = new Intl.NumberFormat(consoleNumberLocale())
  // The notes continue the figures above them.
  const figures = [
    [t`Total users`, totalUsers, plural(totalUsers, { other: 'accounts' })],
    [
      t`Launch notifications`,
      totalNotifications,
      plural(totalNotifications, { other: 'people on the list' }),
    ],
    [t`Notified`, notifiedCount, shareOf(stats)],
    [t`Pending`, pendingCount, plural(pendingCount, { other: 'not emailed yet' })],
  ] as const
  return (
    <dl className="stats sheet-surface">
      {figures.map(([name, value, note]) => (
        <div className="stat" key={name}>
          <dt>{name}</dt>
          <dd>{number.format(value)}</dd>
          <dd className="note">{note}</dd>
        </div>
      ))}
    </dl>
  )
}
