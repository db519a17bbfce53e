/** Loaded into every service before its own code: when the process that started it is gone for good, it stops too. */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
