import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.util.List;

/** Serves MongoDB's protocol from memory at the address and port that it is given. */
final class MongoJavaServer {

  /** Today's drivers refuse the versions that the server says of itself. */
  private static final class Version implements MongoVersion {
    @Override
    public List<Integer> getVersionArray() {
      return List.of(7, 0, 0);
    }

    @Override
    public int getWireVersion() {
      return 21;
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    MongoServer server = new MongoServer(new MemoryBackend().version(new Version()));
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    server.bind(arguments[0], Integer.parseInt(arguments[1]));
    System.out.println("listening");
    Thread.currentThread().join();
  }
}
