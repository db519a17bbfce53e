import 'reflect-metadata';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { FastifyAdapter, NestFastifyApplication } from '@nestjs/platform-fastify';

/** A Nest application that logs nothing itself, reads no bodies itself, and throws instead of ending the process. */
export async function nestApplication(
  module: DynamicModule,
  adapter: FastifyAdapter,
  { preview = false } = {},
): Promise<NestFastifyApplication> {
  // Nest types its options as a class that nobody constructs; a plain object is how they are documented.
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment
  return NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: false,
    bodyParser: false,
    abortOnError: false,
    preview,
  });
}
