package testbed.bench;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** A thread that sends back what it gets, over a loopback socket of the kernel's. */
final class Echo implements AutoCloseable {
    private final SocketChannel channel;
    private final Thread thread;

    private Echo(SocketChannel channel, Thread thread) {
        this.channel = channel;
        this.thread = thread;
    }

    /** One for a rung that needs it, else null. On one both sides sleep until bytes come, on the other both ask again and again. */
    static Echo on(Rung rung) throws IOException {
        return switch (rung) {
            case ECHOED -> start(false);
            case ECHOED_SPIN -> start(true);
            default -> null;
        };
    }

    private static Echo start(boolean polled) throws IOException {
        try (ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            SocketChannel here = SocketChannel.open(listener.getLocalAddress());
            SocketChannel there = listener.accept();
            for (SocketChannel end : new SocketChannel[] {here, there}) {
                end.setOption(StandardSocketOptions.TCP_NODELAY, true);
                end.configureBlocking(!polled);
            }
            Thread thread = new Thread(() -> echo(there), "echo");
            thread.setDaemon(true);
            thread.start();
            return new Echo(here, thread);
        }
    }

    /** Sends the bytes and waits until all of them came back, in an array of their own. */
    byte[] roundTrip(byte[] sent) throws IOException {
        write(channel, ByteBuffer.wrap(sent));
        byte[] body = new byte[sent.length];
        ByteBuffer came = ByteBuffer.wrap(body);
        while (came.hasRemaining()) {
            if (channel.read(came) < 0) {
                throw new EOFException("the echo ended");
            }
        }
        return body;
    }

    private static void echo(SocketChannel there) {
        ByteBuffer buffer = ByteBuffer.allocate(65_536);
        try (there) {
            while (there.read(buffer) >= 0) {
                write(there, buffer.flip());
                buffer.clear();
            }
        } catch (IOException e) {
            // The other end is gone, which ends the echo as well.
        }
    }

    private static void write(SocketChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
