import './admin.css'
import { ArrowLeft, CircleAlert, RefreshCw } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { AdminStats } from '#schema/admin.ts'
import type { Role } from '#schema/enums.ts'
import { PRODUCT } from '#schema/product.ts'
import { useServices, useStore } from '../../hooks/services.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { deferred } from '../../ui/deferred.tsx'
import { Loading } from '../../ui/loading.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { PersistentTab } from '../../ui/persistent-tab.tsx'
import { LaunchTable } from './launch-table.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { type AdminState, useAdminData } from './use-admin-data.ts'
import { useScrollEdges } from './use-scroll-edges.ts'
import { UsersTable } from './users-table.tsx'

const Moderation = deferred(() => import('../moderation/moderation-panel.tsx'), 'ModerationPanel')
const StaffGate = deferred(() => import('../second-factor/staff-gate.tsx'), 'StaffGate')
const LiveFigures = deferred(() => import('./live-figures.tsx'), 'LiveFigures')

const TABS = [
  ['dashboard', 'Dashboard'],
  ['users', 'Users'],
  ['launch', 'Launch Notifications'],
] as const

/** The admin panel (spec §2). The server decides which data the member may see. */
export function AdminScreen() {
  const { session } = useServices()
  const { status, user } = useStore(session)
  if (status === 'loading') return <Loading label="Loading your session" />
  if (user?.role === 'MODERATOR' || user?.role === 'ADMIN')
    return (
      <Suspense fallback={<Loading label="Checking your access" />}>
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
      <span className="badge">{role === 'ADMIN' ? 'Admin' : 'Moderation'}</span>
      <span className="end">
        <ThemeSwitch />
        <BackToHome />
      </span>
    </header>
    <main>
      <h1 className="sr-only">{role === 'ADMIN' ? 'Admin panel' : 'Moderation'}</h1>
      {children}
    </main>
  </div>
)

/** The panel of moderators, who see only the moderation console. */
const ModeratorsPanel = () => (
  <div className="admin">
    <header className="admin-bar">
      <Home />
      <span className="badge">Moderation</span>
      <span className="end">
        <ThemeSwitch />
        <BackToHome />
      </span>
    </header>
    <main>
      <h1 className="sr-only">Moderation</h1>
      <Suspense fallback={<Loading label="Loading the reports" />}>
        <Moderation />
      </Suspense>
    </main>
  </div>
)

const Home = () => (
  <Link className="logo" to="/" aria-label={`${PRODUCT.name}, home`}>
    <LogoMark />
    <b>{PRODUCT.name}</b>
  </Link>
)

const BackToHome = () => (
  <ButtonLink variant="quiet" size="md" to="/">
    <ArrowLeft className="icon" data-size="sm" aria-hidden="true" />
    Back to Home
  </ButtonLink>
)

function Panel({ loggedIn, role }: { loggedIn: boolean; role: Role }) {
  const isAdmin = role === 'ADMIN'
  const { state, refreshing, refresh, adding, more, search, setSearch } = useAdminData({ enabled: loggedIn })
  const [tab, setTab] = useState('dashboard')
  const tabs = useScrollEdges<HTMLDivElement>()
  return (
    <div className="admin">
      <header className="admin-bar">
        <Home />
        <span className="badge">Admin</span>
        <SourceBadge source={state.source} />
        <span className="end">
          <Button size="sm" loading={refreshing} disabled={!loggedIn} onClick={() => void refresh()}>
            <RefreshCw className="icon" data-size="sm" aria-hidden="true" />
            Refresh Data
          </Button>
          {!loggedIn && (
            <ButtonLink variant="primary" size="md" to="/auth">
              Login
            </ButtonLink>
          )}
          <ThemeSwitch />
          <BackToHome />
        </span>
      </header>
      <main>
        <h1 className="sr-only">Admin panel</h1>
        {loggedIn && state.source === 'mock' && (
          <div className="notice" data-tone="danger" role="alert">
            <CircleAlert className="icon" aria-hidden="true" />
            <p>Failed to load admin data. Please try again.</p>
            <Button size="sm" loading={refreshing} onClick={() => void refresh()}>
              Retry
            </Button>
          </div>
        )}
        {state.data ? (
          <Tabs.Root className="admin-panels" value={tab} onValueChange={setTab}>
            <div className="admin-tabs scroll-edges" ref={tabs}>
              <Tabs.List className="tabs" data-line aria-label="Admin">
                {TABS.map(([id, name]) => (
                  <Tabs.Trigger key={id} value={id}>
                    {name}
                  </Tabs.Trigger>
                ))}
                {isAdmin && <Tabs.Trigger value="moderation">Moderation</Tabs.Trigger>}
              </Tabs.List>
              {state.at && (
                <p>Updated {state.at.toLocaleTimeString('en-GB', { hour: 'numeric', minute: '2-digit' })}</p>
              )}
            </div>
            <Tabs.Content value="dashboard">
              <Figures stats={state.data.stats} />
              {isAdmin && (
                <Suspense fallback={<Loading label="Loading the live figures" />}>
                  <LiveFigures asOf={state.at} />
                </Suspense>
              )}
            </Tabs.Content>
            <Tabs.Content value="users">
              <UsersTable
                page={state.data.users}
                adding={adding === 'users'}
                more={() => void more('users')}
                search={search}
                searched={state.searched}
                onSearch={setSearch}
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
              <PersistentTab value="moderation" current={tab}>
                {(shown) => (
                  <Suspense fallback={<Loading label="Loading the reports" />}>
                    <Moderation shown={shown} />
                  </Suspense>
                )}
              </PersistentTab>
            )}
          </Tabs.Root>
        ) : (
          <Loading label="Loading the figures" />
        )}
      </main>
    </div>
  )
}

function SourceBadge({ source }: { source: AdminState['source'] }) {
  if (source === 'loading') return null
  return (
    <span className="badge" data-tone={source === 'real' ? 'success' : 'notice'}>
      {source === 'real' ? 'Real Data' : 'Mock Data'}
    </span>
  )
}

const number = new Intl.NumberFormat('en-IN')

function Figures({ stats }: { stats: AdminStats }) {
  const share = stats.totalNotifications
    ? `${Math.round((100 * stats.notifiedCount) / stats.totalNotifications)}% of the list`
    : 'no one on the list yet'
  const figures = [
    ['Total users', stats.totalUsers, 'accounts'],
    ['Launch notifications', stats.totalNotifications, 'people on the list'],
    ['Notified', stats.notifiedCount, share],
    ['Pending', stats.pendingCount, 'not emailed yet'],
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
