import type { adminTexts } from './en/admin.ts';
import type { documentTexts } from './en/documents.ts';
import type { employeeTexts } from './en/employee.ts';
import type { kioskTexts } from './en/kiosk.ts';
import type { laterTexts } from './en/later.ts';
import type { letterTexts } from './en/letters.ts';
import type { publicTexts } from './en/public.ts';
import type { serverTexts } from './en/server.ts';

/** All English texts: their keys and values are those of every language. */
export type English = typeof publicTexts &
  typeof employeeTexts &
  typeof laterTexts &
  typeof adminTexts &
  typeof kioskTexts &
  typeof serverTexts &
  typeof letterTexts &
  typeof documentTexts;
