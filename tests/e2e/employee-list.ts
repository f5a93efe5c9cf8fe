/** What the tests of Employee Management share: the way to a person, and the dialog. */
import type { Locator } from 'playwright-core';
import type { Visit } from './browser.ts';
import { signIn, type Credentials, type Stage } from './stage.ts';

/** An admin at the tab. */
export async function atTheList(stage: Stage, who: Credentials = stage.admin): Promise<Visit> {
  const visit = await stage.visit();
  await signIn(visit, who);
  await visit.page.getByRole('tab', { name: 'Employee Management' }).click();
  await visit.page.getByRole('list', { name: 'Employees' }).waitFor();
  return visit;
}

export const row = ({ page }: Visit, name: string): Locator =>
  page.getByRole('listitem').filter({ hasText: name });
export const dialog = ({ page }: Visit): Locator => page.getByRole('dialog');
export const says = (place: Locator, words: string): Promise<void> =>
  place.getByText(words).first().waitFor();

export async function openPerson(visit: Visit, name: string): Promise<void> {
  await row(visit, name).getByRole('button').click();
  await dialog(visit).getByRole('heading', { name }).waitFor();
}
export async function editPerson(visit: Visit, name: string): Promise<void> {
  await openPerson(visit, name);
  await dialog(visit).getByRole('button', { name: 'Edit' }).click();
  await dialog(visit).getByLabel('Name').waitFor();
}
export const press = (visit: Visit, name: string): Promise<void> =>
  dialog(visit).getByRole('button', { name, exact: true }).click();
