/** The expected status of every route for every kind of caller. No route may be missing. */
import type { RouteName } from '#contract/routes';

/** Status by caller; `nobody` is anonymous, deactivated or signed out. Without `lead`, a lead counts as an employee. */
interface Statuses {
  readonly nobody: number;
  readonly employee: number;
  readonly admin: number;
  readonly lead?: number;
  /** Without it, a kiosk gets what nobody gets on a public route, and 403 elsewhere. */
  readonly kiosk?: number;
}
const open = { nobody: 200, employee: 200, admin: 200 };
const signedIn = { nobody: 401, employee: 200, admin: 200 };
const employeesOnly = { nobody: 401, employee: 200, admin: 403 };
const adminsOnly = { nobody: 401, employee: 403, admin: 200 };

/** A session gives no right to a kiosk's route. */
const kiosksOnly = { nobody: 401, employee: 401, admin: 401, kiosk: 200 };

const leadsOnly = { nobody: 401, employee: 403, lead: 200, admin: 403 };

export const EXPECTED: Readonly<Record<RouteName, Statuses>> = {
  health: open,
  openapi: open,
  docs: open,
  publicIp: open,
  reportBrowserFailures: signedIn,
  whoAmI: open,
  // Anybody may try; the password of this test is wrong.
  signIn: { nobody: 401, employee: 401, admin: 401 },
  // Anybody may try; this test has no pending second step.
  passSecondStep: { nobody: 403, employee: 403, admin: 403 },
  startPasskey: open,
  secondFactors: signedIn,
  startApp: signedIn,
  // The code of this test is wrong, and nobody here has a second factor.
  addApp: { nobody: 401, employee: 403, admin: 403 },
  // The passkey of this test is not valid.
  addPasskey: { nobody: 401, employee: 403, admin: 403 },
  removeFactor: signedIn,
  renewRecoveryCodes: { nobody: 401, employee: 409, admin: 409 },
  resetSecondFactor: { nobody: 401, employee: 403, admin: 404 },
  signOut: open,
  // No server of this test has a provider.
  startSingleSignOn: { nobody: 404, employee: 404, admin: 404 },
  finishSingleSignOn: { nobody: 404, employee: 404, admin: 404 },
  connectIdentity: { nobody: 400, employee: 400, admin: 400 },
  issueEmployeeId: open,
  // Anybody may try; the id of this test was not issued.
  register: { nobody: 400, employee: 400, admin: 400 },
  joining: open,
  workplaceTime: open,
  setUp: adminsOnly,
  sendTestMail: adminsOnly,
  nightlyWork: adminsOnly,
  checkRecord: adminsOnly,
  // Anybody may ask; the account and the link of this test do not exist.
  requestPasswordReset: { nobody: 404, employee: 404, admin: 404 },
  openPasswordReset: { nobody: 400, employee: 400, admin: 400 },
  completePasswordReset: { nobody: 400, employee: 400, admin: 400 },
  chooseFirstPassword: { nobody: 401, employee: 403, admin: 403 },
  changePassword: signedIn,
  confirmIdentity: signedIn,
  updateProfile: signedIn,
  chooseLanguage: signedIn,
  ownSecurity: signedIn,
  endSessions: signedIn,
  securityLog: adminsOnly,
  securityLogFile: adminsOnly,
  settings: signedIn,
  clock: employeesOnly,
  clockIn: employeesOnly,
  startBreak: employeesOnly,
  endBreak: employeesOnly,
  clockOut: employeesOnly,
  myTimeEntries: employeesOnly,
  timeEntries: adminsOnly,
  monitoring: adminsOnly,
  activity: adminsOnly,
  markActivityRead: adminsOnly,
  reportEmployees: adminsOnly,
  // The id of this test belongs to nobody. Employees cannot see other people's reports.
  employeeReport: { nobody: 401, employee: 403, admin: 404 },
  teamReport: adminsOnly,
  reportFile: { nobody: 401, employee: 403, admin: 200 },
  live: signedIn,

  employees: adminsOnly,
  // The id of this test belongs to nobody.
  person: { nobody: 401, employee: 403, admin: 404 },
  saveLeads: { nobody: 401, employee: 403, admin: 404 },
  team: leadsOnly,
  teamRequests: leadsOnly,
  // There is no such request.
  teamRequest: { ...leadsOnly, lead: 404 },
  teamPeriods: leadsOnly,
  updateEmployee: { nobody: 401, employee: 403, admin: 404 },
  addEmployee: adminsOnly,
  setRole: { nobody: 401, employee: 403, admin: 404 },
  giveResetLink: { nobody: 401, employee: 403, admin: 404 },
  giveTemporaryPassword: { nobody: 401, employee: 403, admin: 404 },
  closeEntry: { nobody: 401, employee: 403, admin: 404 },
  stateLeaving: { nobody: 401, employee: 404, admin: 403 },
  forgottenClockOut: employeesOnly,
  updateSettings: adminsOnly,
  timeZones: adminsOnly,
  studios: adminsOnly,
  holidays: adminsOnly,
  holidayRegions: adminsOnly,
  holidayProposal: adminsOnly,
  schedules: adminsOnly,
  leaveSettings: adminsOnly,
  // The settings have another version than this test names.
  updateStudios: { nobody: 401, employee: 403, admin: 409 },
  updateHolidays: { nobody: 401, employee: 403, admin: 409 },
  saveLeaveSettings: { nobody: 401, employee: 403, admin: 409 },
  saveSchedule: { nobody: 401, employee: 403, admin: 409 },
  assignSchedule: { nobody: 401, employee: 403, admin: 409 },
  scheduleEffect: adminsOnly,
  renewInvitation: adminsOnly,
  finishSetUp: adminsOnly,
  decideRegistration: { nobody: 401, employee: 403, admin: 404 },
  askCorrection: signedIn,
  leave: signedIn,
  leaveCost: signedIn,
  leaveCalendar: signedIn,
  makeCalendarAddress: signedIn,
  endCalendarAddress: signedIn,
  // No calendar has the key of this test.
  leaveFile: { nobody: 404, employee: 404, admin: 404 },
  askLeave: signedIn,
  grantLeave: { nobody: 401, employee: 403, admin: 400 },
  decideCorrections: { nobody: 401, employee: 404, admin: 404 },
  sendBackCorrection: { nobody: 401, employee: 403, admin: 404 },
  corrections: adminsOnly,
  correction: { nobody: 401, employee: 403, admin: 404 },
  myPeriods: employeesOnly,
  // The month of this test is not over.
  confirmPeriod: { nobody: 401, employee: 409, admin: 403 },
  objectToPeriod: { nobody: 401, employee: 409, admin: 403 },
  periods: adminsOnly,
  closePeriods: adminsOnly,
  reopenPeriods: adminsOnly,
  // No period is closed.
  payrollFile: { nobody: 401, employee: 403, admin: 409 },
  payrollPreview: { nobody: 401, employee: 403, admin: 409 },
  payrollSignature: { nobody: 401, employee: 403, admin: 409 },
  payrollKey: adminsOnly,
  payrollProfiles: adminsOnly,
  updatePayrollProfiles: adminsOnly,
  pairKiosk: open,
  kioskContact: kiosksOnly,
  kioskPeople: kiosksOnly,
  // The badges of this test are not registered.
  kioskPunch: { ...kiosksOnly, kiosk: 404 },
  kioskKept: kiosksOnly,
  kioskPin: { ...kiosksOnly, kiosk: 404 },
  kioskLeft: { ...kiosksOnly, kiosk: 404 },
  kioskBadge: { ...kiosksOnly, kiosk: 404 },
  kioskWhoIsIn: { ...kiosksOnly, kiosk: 404 },
  kiosks: adminsOnly,
  // No browser shows the code of this test.
  addKiosk: { nobody: 401, employee: 403, admin: 404 },
  // The ids of this test belong to nobody.
  saveKiosk: { nobody: 401, employee: 403, admin: 404 },
  revokeKiosk: { nobody: 401, employee: 403, admin: 404 },
  personBadges: { nobody: 401, employee: 403, admin: 404 },
  removeBadge: { nobody: 401, employee: 403, admin: 404 },
  giveTemporaryPin: { nobody: 401, employee: 403, admin: 404 },
  makeCards: { nobody: 401, employee: 403, admin: 404 },
  ownBadges: signedIn,
  choosePin: signedIn,
  sendKept: employeesOnly,
};
