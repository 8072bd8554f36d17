import { erased, impersonal, kept, type TableRules } from './rules.ts'

const reportMade = kept('evidence', 'reports-made.json')
const evidence = kept('evidence', 'technical')
const hiddenEvidence = kept('evidence', 'protects others')
const action = kept('auditLog', 'moderation.json')
const strike = kept('decisions', 'strikes.json')
const appeal = kept('decisions', 'appeals.json')
const decision = kept('decisions', 'technical')
const heldMessage = erased('held-messages.json')
const technical = erased('technical')
const note = erased('protects others')
const signal = kept('banSignals', 'protects others')

export const SAFETY_TABLES: TableRules<
  | 'Report'
  | 'ModerationAction'
  | 'ModeratorNote'
  | 'ReportClaim'
  | 'Strike'
  | 'Appeal'
  | 'DecisionMail'
  | 'HeldMessage'
  | 'BanSignal'
  | 'ListSize'
> = {
  ListSize: { members: [], columns: { id: impersonal, list: impersonal, change: impersonal } },
  Report: {
    // A report is exported to its reporter; the reported member must not learn of it.
    members: ['reporterId'],
    columns: {
      id: evidence,
      kind: evidence,
      reporterId: hiddenEvidence,
      reportedId: hiddenEvidence,
      conversationId: evidence,
      reason: reportMade,
      category: reportMade,
      evidence: hiddenEvidence,
      status: reportMade,
      priority: hiddenEvidence,
      created: reportMade,
      decidedAt: reportMade,
      outcome: reportMade,
    },
  },
  ModerationAction: {
    members: ['subjectId'],
    columns: {
      id: kept('auditLog', 'technical'),
      at: action,
      kind: action,
      actorId: kept('auditLog', 'protects others'),
      subjectId: kept('auditLog', 'technical'),
      reportId: kept('auditLog', 'protects others'),
      reversed: kept('auditLog', 'technical'),
      reason: action,
      until: action,
    },
  },
  ModeratorNote: {
    members: ['userId'],
    columns: {
      id: note,
      userId: note,
      reportId: note,
      // Names the member who wrote the note as a moderator.
      authorId: kept('account', 'protects others'),
      text: note,
      created: note,
    },
  },
  ReportClaim: {
    members: ['userId'],
    columns: { reportId: note, userId: note, expires: note },
  },
  Strike: {
    members: ['userId'],
    columns: {
      id: decision,
      userId: decision,
      actionId: decision,
      created: strike,
      expires: strike,
      revokedAt: strike,
    },
  },
  Appeal: {
    members: ['userId'],
    columns: {
      id: decision,
      userId: decision,
      actionId: decision,
      text: appeal,
      status: appeal,
      created: appeal,
      decidedAt: appeal,
      answer: appeal,
    },
  },
  DecisionMail: {
    members: ['userId'],
    columns: {
      actionId: decision,
      appeal: impersonal,
      userId: decision,
      created: decision,
      due: decision,
    },
  },
  HeldMessage: {
    members: ['senderId'],
    columns: {
      id: technical,
      conversationId: technical,
      senderId: technical,
      body: heldMessage,
      rule: erased('protects others'),
      created: heldMessage,
      status: heldMessage,
      decidedAt: heldMessage,
    },
  },
  BanSignal: {
    members: ['userId'],
    columns: { kind: signal, hash: signal, userId: signal, created: signal, expires: signal },
  },
}
